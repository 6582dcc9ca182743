// What stands where a file is written: nothing, a file, a link, a device, a pipe, a folder.
#include "exact/atomic_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <thread>

#include "exact/error.hpp"

namespace atomic_file_test {

namespace {
namespace fs = std::filesystem;
using hardmax::write_file_atomically;

struct Folder {
  Folder() {
    std::string name = (fs::temp_directory_path() / "hardmax-file-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~Folder() { fs::remove_all(path); }
  std::size_t count() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(path), fs::directory_iterator()));
  }
  fs::path path;
};
std::string content(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}
}  // namespace

TEST_CASE("a file is new or replaced, whole, and nothing else is left") {
  Folder folder;
  write_file_atomically(folder.path / "out", "one");
  CHECK(content(folder.path / "out") == "one");
  write_file_atomically(folder.path / "out", "two");
  CHECK(content(folder.path / "out") == "two");
  CHECK(folder.count() == 1);
}

TEST_CASE("a file that is not committed leaves what was there") {
  Folder folder;
  write_file_atomically(folder.path / "out", "one");
  {
    hardmax::AtomicFile file(folder.path / "out");
    file.write(std::string(200'000, 'x'));
  }
  CHECK(content(folder.path / "out") == "one");
  CHECK(folder.count() == 1);
}

TEST_CASE("a link stays a link; the file it leads to is replaced") {
  Folder folder;
  write_file_atomically(folder.path / "file", "one");
  fs::create_symlink("file", folder.path / "link");
  write_file_atomically(folder.path / "link", "two");
  CHECK(fs::is_symlink(folder.path / "link"));
  CHECK(content(folder.path / "file") == "two");
  fs::create_symlink("not there yet", folder.path / "hanging");
  write_file_atomically(folder.path / "hanging", "three");
  CHECK(fs::is_symlink(folder.path / "hanging"));
  CHECK(content(folder.path / "not there yet") == "three");
}

TEST_CASE("a pipe is written to, not replaced") {
  Folder folder;
  const fs::path pipe = folder.path / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  std::string got;
  std::thread reader([&] { got = content(pipe); });
  write_file_atomically(pipe, std::string(100'000, 'y'));
  reader.join();
  CHECK(got == std::string(100'000, 'y'));
  CHECK(fs::is_fifo(pipe));
  CHECK(folder.count() == 1);
}

TEST_CASE("a device is written to, not replaced, and its error is an error") {
  Folder folder;  // links, so that a fault of this very kind could not harm the machine's device
  fs::create_symlink("/dev/null", folder.path / "null");
  write_file_atomically(folder.path / "null", "gone");
  CHECK(fs::is_character_file(folder.path / "null"));
  if (fs::is_character_file("/dev/full")) {
    fs::create_symlink("/dev/full", folder.path / "full");
    CHECK_THROWS_WITH(write_file_atomically(folder.path / "full", "no room"),
                      Catch::Contains("No space left"));
    CHECK(fs::is_character_file("/dev/full"));
  }
}

TEST_CASE(
    "a folder, a place in a folder that is not there, and a ring of links cannot be written") {
  Folder folder;
  CHECK_THROWS_AS(write_file_atomically(folder.path, "x"), hardmax::CannotWrite);
  CHECK_THROWS_AS(write_file_atomically(folder.path / "no" / "file", "x"), hardmax::CannotWrite);
  fs::create_symlink("ring", folder.path / "ring");
  CHECK_THROWS_AS(write_file_atomically(folder.path / "ring", "x"), hardmax::CannotWrite);
  CHECK(folder.count() == 1);
}

}  // namespace atomic_file_test
