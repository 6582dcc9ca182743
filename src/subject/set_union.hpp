// The union of many sets, which are put together now and then, and not one by one.
#pragma once
#include <algorithm>
#include <vector>

#include "exact/error.hpp"
#include "subject/value.hpp"

namespace hardmax::subject {

class SetUnion {
 public:
  void add(const Set& set) {
    members_.insert(members_.end(), set.begin(), set.end());
    if (members_.size() > 2 * sorted_ + 64) sort();
  }
  Set take() {
    sort();
    return std::move(members_);
  }

 private:
  void sort() {
    std::sort(members_.begin(), members_.end());
    members_.erase(std::unique(members_.begin(), members_.end()), members_.end());
    sorted_ = members_.size();
    if (sorted_ > max_members) throw LimitReached("a set of more than 2^20 members");
  }
  Set members_;
  std::size_t sorted_ = 0;  // members when they were sorted last
};

}  // namespace hardmax::subject
