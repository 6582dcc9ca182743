// The grammar as PEGTL rules. Each rule below carries the name of its line in proofs/README.md.
//
// No rule tries two ways through the same text, with two exceptions that look only a few tokens
// ahead: "max(" name "in", and "layers(" name ")". `term` never fails quietly, it raises; so
// whatever begins with a term never fails quietly either, and nothing read is ever read again.
#include "claim/grammar.hpp"

#include <tao/pegtl.hpp>

namespace hardmax::claim {

namespace {

namespace pegtl = tao::pegtl;
using pegtl::apply_mode;
using pegtl::rewind_mode;

// ---- what went wrong

struct want_term {
  static constexpr const char* what = "a number, a name, '(' or '{'";
};
struct want_open {
  static constexpr const char* what = "'('";
};
struct want_close {
  static constexpr const char* what = "an operator or ')'";
};
struct want_close_list {
  static constexpr const char* what = "an operator, ',' or ')'";
};
struct want_close_set {
  static constexpr const char* what = "an operator, ',' or '}'";
};
struct want_colon {
  static constexpr const char* what = "an operator or ':'";
};
struct want_binders_end {
  static constexpr const char* what = "an operator, ',', 'where' or ':'";
};
struct want_name {
  static constexpr const char* what = "a name that is not reserved";
};
struct want_in {
  static constexpr const char* what = "'in'";
};
struct want_equals {
  static constexpr const char* what = "'='";
};
struct want_end {
  static constexpr const char* what = "an operator or the end of the formula";
};

template <typename Rule>
struct Control : pegtl::normal<Rule> {
  template <typename Input>
  [[noreturn]] static void raise(const Input& in, Builder& builder) {
    if constexpr (requires { Rule::what; }) {
      builder.expected(Rule::what, builder.offset(in.current()));
    } else {
      builder.expected("something else", builder.offset(in.current()));
    }
  }
};

template <typename Rule, typename Want>
using or_raise = pegtl::sor<Rule, pegtl::raise<Want>>;

// ---- tokens

struct ws : pegtl::star<pegtl::one<' ', '\t', '\n', '\r'>> {};
struct letter : pegtl::ranges<'a', 'z', 'A', 'Z'> {};
struct name_rest : pegtl::sor<pegtl::ranges<'a', 'z', 'A', 'Z', '0', '9'>, pegtl::one<'_', '\''>> {
};
struct word_end : pegtl::not_at<name_rest> {};

template <typename Text>
struct word : pegtl::seq<Text, word_end> {};

struct w_forall : word<TAO_PEGTL_STRING("forall")> {};
struct w_exists : word<TAO_PEGTL_STRING("exists")> {};
struct w_let : word<TAO_PEGTL_STRING("let")> {};
struct w_in : word<TAO_PEGTL_STRING("in")> {};
struct w_where : word<TAO_PEGTL_STRING("where")> {};
struct w_and : word<TAO_PEGTL_STRING("and")> {};
struct w_or : word<TAO_PEGTL_STRING("or")> {};
struct w_not : word<TAO_PEGTL_STRING("not")> {};
struct w_implies : word<TAO_PEGTL_STRING("implies")> {};
struct w_true : word<TAO_PEGTL_STRING("true")> {};
struct w_false : word<TAO_PEGTL_STRING("false")> {};
struct w_inputs : word<TAO_PEGTL_STRING("inputs")> {};
struct w_subsets : word<TAO_PEGTL_STRING("subsets")> {};
struct w_nonneg : word<TAO_PEGTL_STRING("nonneg")> {};
struct w_positive : word<TAO_PEGTL_STRING("positive")> {};
struct w_real : word<TAO_PEGTL_STRING("real")> {};
struct w_layers : word<TAO_PEGTL_STRING("layers")> {};
struct w_binding : pegtl::sor<word<TAO_PEGTL_STRING("sum")>, word<TAO_PEGTL_STRING("prod")>,
                              word<TAO_PEGTL_STRING("distinct")>, word<TAO_PEGTL_STRING("chain")>> {
};
struct w_listing : pegtl::sor<word<TAO_PEGTL_STRING("max")>, word<TAO_PEGTL_STRING("min")>,
                              word<TAO_PEGTL_STRING("union")>> {};
struct reserved
    : pegtl::sor<w_forall, w_exists, w_let, w_in, w_where, w_and, w_or, w_not, w_implies, w_true,
                 w_false, w_inputs, w_subsets, w_nonneg, w_positive, w_real, w_binding, w_listing> {
};
struct name : pegtl::seq<pegtl::not_at<reserved>, letter, pegtl::star<name_rest>> {};
struct stage_name : pegtl::seq<letter, pegtl::star<name_rest>> {};
struct integer : pegtl::plus<pegtl::digit> {};

template <typename Rule>
struct token : pegtl::seq<Rule, ws> {};
template <char C>
struct sign : token<pegtl::one<C>> {};
struct dots : token<pegtl::two<'.'>> {};

struct r_less : pegtl::one<'<'> {};
struct r_at_most : pegtl::string<'<', '='> {};
struct r_equal : pegtl::one<'='> {};
struct r_different : pegtl::string<'!', '='> {};
struct r_greater : pegtl::one<'>'> {};
struct r_at_least : pegtl::string<'>', '='> {};
struct r_member : w_in {};
struct relation
    : token<pegtl::sor<r_at_most, r_less, r_different, r_at_least, r_greater, r_equal, r_member>> {
};
struct o_plus : pegtl::one<'+'> {};
struct o_minus : pegtl::one<'-'> {};
struct o_times : pegtl::one<'*'> {};
struct o_over : pegtl::one<'/'> {};
struct p_minus : pegtl::one<'-'> {};  // the prefix
struct p_not : w_not {};

// ---- points in the text at which the builder is told something

struct mark : pegtl::success {};
struct end_implication : pegtl::success {};
struct end_disjunction : pegtl::success {};
struct end_conjunction : pegtl::success {};
struct end_negation : pegtl::success {};
struct end_comparison : pegtl::success {};
struct end_sum : pegtl::success {};
struct end_product : pegtl::success {};
struct end_negate : pegtl::success {};
struct end_power : pegtl::success {};
struct end_range : pegtl::success {};
struct end_quantified : pegtl::success {};
struct end_binder : pegtl::success {};
struct end_where : pegtl::success {};
struct end_let_value : pegtl::success {};
struct end_let : pegtl::success {};
struct begin_list : pegtl::success {};
struct begin_aggregate : pegtl::success {};
struct begin_call : pegtl::success {};
struct let_name : pegtl::success {};
struct variable : pegtl::success {};
struct binder_name : pegtl::success {};
struct over_inputs : pegtl::success {};
struct over_subsets : pegtl::success {};
struct over_set : pegtl::success {};
struct over_nonneg : pegtl::success {};
struct over_positive : pegtl::success {};
struct over_real : pegtl::success {};
struct end_length : pegtl::success {};
struct over_range : pegtl::success {};
struct set_open : pegtl::one<'{'> {};
struct set_close : pegtl::one<'}'> {};
struct call_close : pegtl::one<')'> {};
struct list_close : pegtl::one<')'> {};
struct aggregate_close : pegtl::one<')'> {};

// One level of nesting. Stands behind the token that opens it.
template <typename Rule>
struct nested {
  using rule_t = nested;
  using subs_t = pegtl::type_list<Rule>;

  template <apply_mode A, rewind_mode M, template <typename...> class Action,
            template <typename...> class Ctrl, typename Input>
  static bool match(Input& in, Builder& builder) {
    builder.enter(in.current());
    const bool matched = Ctrl<Rule>::template match<A, M, Action, Ctrl>(in, builder);
    builder.leave();
    return matched;
  }
};

template <typename Part, typename Operator, typename End>
struct operators : pegtl::seq<mark, Part, pegtl::star<Operator, Part>, End> {};

// ---- the grammar

struct formula;
struct sum;
struct unary;
struct not_;

struct close : or_raise<sign<')'>, want_close> {};
struct open : or_raise<sign<'('>, want_open> {};
struct colon : or_raise<sign<':'>, want_colon> {};
struct sums : pegtl::seq<sum, pegtl::star<sign<','>, sum>> {};

struct length : pegtl::seq<sign<'('>, nested<pegtl::seq<sum, close>>, end_length> {
};  // of a vector
struct domain
    : pegtl::sor<pegtl::seq<token<w_inputs>, over_inputs>,
                 pegtl::seq<token<w_subsets>, open, nested<pegtl::seq<sum, close>>, over_subsets>,
                 pegtl::seq<token<w_nonneg>, over_nonneg, pegtl::opt<length>>,
                 pegtl::seq<token<w_positive>, over_positive, pegtl::opt<length>>,
                 pegtl::seq<token<w_real>, over_real, pegtl::opt<length>>,
                 pegtl::seq<sum, pegtl::sor<pegtl::seq<dots, sum, over_range>, over_set>>> {};
struct binder : pegtl::seq<or_raise<token<name>, want_name>, binder_name,
                           or_raise<token<w_in>, want_in>, domain, end_binder> {};
struct binders : pegtl::seq<binder, pegtl::star<sign<','>, binder>,
                            pegtl::sor<pegtl::seq<token<w_where>, formula, end_where, colon>,
                                       or_raise<sign<':'>, want_binders_end>>> {};

struct set_body : pegtl::seq<pegtl::sor<pegtl::at<set_close>, sums>,
                             or_raise<token<set_close>, want_close_set>> {};
struct set : pegtl::seq<token<set_open>, nested<set_body>> {};
struct range_end : pegtl::seq<dots, sum, end_range> {};
struct parenthesis
    : pegtl::seq<pegtl::one<'('>, nested<pegtl::seq<ws, formula, pegtl::opt<range_end>,
                                                    or_raise<pegtl::one<')'>, want_close>>>> {};
struct aggregate : pegtl::seq<binders, formula, or_raise<token<aggregate_close>, want_close>> {};
struct binding : pegtl::seq<token<w_binding>, open, begin_aggregate, nested<aggregate>> {};
struct list : pegtl::seq<sums, or_raise<token<list_close>, want_close_list>> {};
struct listing
    : pegtl::seq<
          token<w_listing>, open,
          pegtl::sor<pegtl::seq<pegtl::at<token<name>, w_in>, begin_aggregate, nested<aggregate>>,
                     pegtl::seq<begin_list, nested<list>>>> {};
struct layers_name : w_layers {};
struct layers
    : pegtl::seq<pegtl::at<token<w_layers>, sign<'('>, token<stage_name>, pegtl::one<')'>>,
                 token<layers_name>, sign<'('>, nested<token<stage_name>>, sign<')'>> {};
struct call : pegtl::seq<sums, or_raise<token<call_close>, want_close_list>> {};
struct reference
    : pegtl::seq<token<name>,
                 pegtl::sor<pegtl::seq<sign<'('>, begin_call, nested<call>>, variable>> {};

struct term : pegtl::sor<token<integer>, token<w_true>, token<w_false>, binding, listing, layers,
                         reference, token<parenthesis>, set, pegtl::raise<want_term>> {
};  // "primary" in proofs/README.md
struct negative : pegtl::seq<token<p_minus>, nested<unary>, end_negate> {};
struct power
    : pegtl::seq<mark, term, pegtl::star<sign<'^'>, pegtl::sor<negative, term>>, end_power> {};
struct unary : pegtl::sor<negative, power> {};
struct product : operators<unary, token<pegtl::sor<o_times, o_over>>, end_product> {};
struct sum : operators<product, token<pegtl::sor<o_plus, o_minus>>, end_sum> {};
struct comparison : operators<sum, relation, end_comparison> {};

struct quantified : pegtl::seq<token<pegtl::sor<w_forall, w_exists>>,
                               nested<pegtl::seq<binders, formula>>, end_quantified> {};
struct let
    : pegtl::seq<
          token<w_let>,
          nested<pegtl::seq<or_raise<token<name>, want_name>, let_name,
                            or_raise<sign<'='>, want_equals>, sum, end_let_value, colon, formula>>,
          end_let> {};
struct not_ : pegtl::sor<pegtl::seq<token<p_not>, nested<not_>, end_negation>, quantified, let,
                         comparison> {};
struct conjunction : operators<not_, token<w_and>, end_conjunction> {};
struct disjunction : operators<conjunction, token<w_or>, end_disjunction> {};
struct formula : operators<disjunction, token<w_implies>, end_implication> {};
struct whole : pegtl::seq<ws, formula, or_raise<pegtl::eof, want_end>> {};

// ---- what the builder is told

template <typename Rule>
struct Action : pegtl::nothing<Rule> {};

#define HARDMAX_ON(rule, ...)                                              \
  template <>                                                              \
  struct Action<rule> {                                                    \
    template <typename Input>                                              \
    static void apply(const Input& in, Builder& b) {                       \
      [[maybe_unused]] const std::string_view text(in.begin(), in.size()); \
      __VA_ARGS__;                                                         \
    }                                                                      \
  }

HARDMAX_ON(integer, b.integer(text));
HARDMAX_ON(w_true, b.truth(text, true));
HARDMAX_ON(w_false, b.truth(text, false));
HARDMAX_ON(name, b.name(text));
HARDMAX_ON(layers_name, b.name(text));
HARDMAX_ON(stage_name, b.stage(text));
HARDMAX_ON(variable, b.variable());
HARDMAX_ON(mark, b.mark(text.data()));
HARDMAX_ON(r_less, b.relation(Relation::less));
HARDMAX_ON(r_at_most, b.relation(Relation::at_most));
HARDMAX_ON(r_equal, b.relation(Relation::equal));
HARDMAX_ON(r_different, b.relation(Relation::different));
HARDMAX_ON(r_greater, b.relation(Relation::greater));
HARDMAX_ON(r_at_least, b.relation(Relation::at_least));
HARDMAX_ON(r_member, b.relation(Relation::member));
HARDMAX_ON(o_plus, b.inverse(false));
HARDMAX_ON(o_minus, b.inverse(true));
HARDMAX_ON(o_times, b.inverse(false));
HARDMAX_ON(o_over, b.inverse(true));
HARDMAX_ON(p_minus, b.prefix_at(text.data()));
HARDMAX_ON(p_not, b.prefix_at(text.data()));
HARDMAX_ON(end_implication, b.close_operators(Op::implication));
HARDMAX_ON(end_disjunction, b.close_operators(Op::disjunction));
HARDMAX_ON(end_conjunction, b.close_operators(Op::conjunction));
HARDMAX_ON(end_comparison, b.close_operators(Op::comparison));
HARDMAX_ON(end_sum, b.close_operators(Op::sum));
HARDMAX_ON(end_product, b.close_operators(Op::product));
HARDMAX_ON(end_power, b.close_operators(Op::power));
HARDMAX_ON(end_negation, b.prefix(Op::negation));
HARDMAX_ON(end_negate, b.prefix(Op::negate));
HARDMAX_ON(set_open, b.mark(text.data()));
HARDMAX_ON(set_close, b.close_set(text.data() + 1));
HARDMAX_ON(begin_call, b.open_call());
HARDMAX_ON(call_close, b.close_call(text.data() + 1));
HARDMAX_ON(w_binding, b.aggregate(text));
HARDMAX_ON(w_listing, b.aggregate(text));
HARDMAX_ON(begin_list, b.open_list());
HARDMAX_ON(list_close, b.close_list(text.data() + 1));
HARDMAX_ON(begin_aggregate, b.open_aggregate());
HARDMAX_ON(aggregate_close, b.close_binders(text.data() + 1));
HARDMAX_ON(parenthesis, b.parenthesised(text.data(), text.data() + text.size()));
HARDMAX_ON(end_range, b.range(text.data()));
HARDMAX_ON(w_forall, b.open_binders(Op::forall, text.data()));
HARDMAX_ON(w_exists, b.open_binders(Op::exists, text.data()));
HARDMAX_ON(end_quantified, b.close_binders(nullptr));
HARDMAX_ON(binder_name, b.bind());
HARDMAX_ON(over_inputs, b.domain(Binder::Domain::inputs));
HARDMAX_ON(over_subsets, b.domain(Binder::Domain::subsets));
HARDMAX_ON(over_nonneg, b.domain(Binder::Domain::nonneg));
HARDMAX_ON(over_positive, b.domain(Binder::Domain::positive));
HARDMAX_ON(over_real, b.domain(Binder::Domain::real));
HARDMAX_ON(end_length, b.vector_length());
HARDMAX_ON(over_set, b.domain(Binder::Domain::set));
HARDMAX_ON(over_range, b.domain(Binder::Domain::range));
HARDMAX_ON(end_binder, b.close_binder());
HARDMAX_ON(end_where, b.close_where());
HARDMAX_ON(let_name, b.let_name());
HARDMAX_ON(end_let_value, b.let_value());
HARDMAX_ON(end_let, b.close_let());

#undef HARDMAX_ON

}  // namespace

void read_formula(std::string_view text, Builder& builder) {
  pegtl::memory_input<pegtl::tracking_mode::lazy, pegtl::eol::lf, const char*> in(
      text.data(), text.data() + text.size(), "formula");
  pegtl::parse<whole, Action, Control>(in, builder);
}

}  // namespace hardmax::claim
