#include "engines/learn/reduction.h"

#include <algorithm>

namespace sudoku::learn {
namespace {

constexpr std::uint64_t kFirst = 2000;     // conflicts
constexpr std::uint64_t kIncrement = 300;  // conflicts, added each time
constexpr std::size_t kPercentDropped = 85;
constexpr std::uint32_t kGlueKeptIfUsed = 6;

}  // namespace

void Reduction::reset() {
  next_ = kFirst;
  reductions_ = 0;
}

/// Lists the clauses that are reasons and marks them.
void Reduction::find_reasons() {
  reasons_.clear();
  for (const Literal literal : assignment_.trail()) {
    const Option option = option_of(literal);
    const Reason reason = assignment_.reason_of(option);
    if (reason.kind != Reason::clause) continue;
    clauses_.mark(reason.index, Clauses::kNeeded);
    reasons_.push_back({reason.index, option});
  }
  std::sort(reasons_.begin(), reasons_.end());
}

void Reduction::collect(bool takes_all) {
  candidates_.clear();
  clauses_.for_each([&](ClauseRef clause) {
    const bool was_used = clauses_.is(clause, Clauses::kUsed);
    clauses_.unmark(clause, Clauses::kUsed);
    const bool is_needed = clauses_.is(clause, Clauses::kNeeded);
    clauses_.unmark(clause, Clauses::kNeeded);
    if (is_needed || clauses_.is(clause, Clauses::kPermanent)) return;
    const std::uint32_t kept = was_used ? kGlueKeptIfUsed : kGlueKept;
    if (takes_all || clauses_.glue(clause) > kept) candidates_.push_back(clause);
  });
}

void Reduction::reduce(std::uint64_t conflicts) {
  if (conflicts >= next_) next_ = conflicts + kFirst + kIncrement * ++reductions_;
  find_reasons();
  collect(is_full());
  const auto is_worse = [this](ClauseRef a, ClauseRef b) {
    const std::uint32_t glue_a = clauses_.glue(a);
    const std::uint32_t glue_b = clauses_.glue(b);
    if (glue_a != glue_b) return glue_a > glue_b;
    if (clauses_.size(a) != clauses_.size(b)) return clauses_.size(a) > clauses_.size(b);
    return a < b;
  };
  std::sort(candidates_.begin(), candidates_.end(), is_worse);
  candidates_.resize(candidates_.size() * kPercentDropped / 100);
  for (const ClauseRef clause : candidates_) clauses_.mark(clause, Clauses::kDropped);
  compact();
}

void Reduction::compact() {
  auto next = reasons_.begin();
  clauses_.compact([&](ClauseRef from, ClauseRef to) {
    for (; next != reasons_.end() && next->first == from; ++next) {
      assignment_.set_reason(next->second, {Reason::clause, to});
    }
  });
}

}  // namespace sudoku::learn
