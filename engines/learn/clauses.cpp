#include "engines/learn/clauses.h"

#include <algorithm>

namespace sudoku::learn {

void Clauses::reset(std::uint32_t option_count) {
  words_.clear();
  clause_count_ = 0;
  for (std::vector<Watch>& list : watches_) list.clear();
  if (watches_.size() < std::size_t{2} * option_count)
    watches_.resize(std::size_t{2} * option_count);
}

ClauseRef Clauses::add(std::span<const Literal> literals, std::uint32_t glue, bool is_permanent) {
  const auto clause = static_cast<ClauseRef>(words_.size());
  words_.push_back(static_cast<std::uint32_t>(literals.size()));
  words_.push_back(std::min(glue, kGlue) | (is_permanent ? kPermanent : 0));
  words_.insert(words_.end(), literals.begin(), literals.end());
  watches_[literals[0]].push_back({clause, literals[1]});
  watches_[literals[1]].push_back({clause, literals[0]});
  ++clause_count_;
  return clause;
}

void Clauses::compact_watches() {
  // The table is indexed by a quarter of the old place, because a clause has at least four words.
  places_.resize(words_.size() / 4 + 1);
  std::size_t end = 0;
  for_each([&](ClauseRef clause) {
    places_[clause / 4] = static_cast<ClauseRef>(end);
    if (!is(clause, kDropped)) end += kHeader + size(clause);
  });
  for (std::vector<Watch>& list : watches_) {
    std::erase_if(list, [this](const Watch& watch) { return is(watch.clause, kDropped); });
    for (Watch& watch : list) watch.clause = places_[watch.clause / 4];
    if (list.capacity() > 4 * list.size() + 16) list.shrink_to_fit();
  }
}

}  // namespace sudoku::learn
