#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engines/learn/literal.h"

namespace sudoku::learn {

/// Position of a clause in the common memory.
using ClauseRef = std::uint32_t;

/// An entry of a watch list: a clause to check when the watched literal becomes false.
struct Watch {
  ClauseRef clause;
  Literal other;  ///< another literal; if it is true, the clause needs no check
};

/// Clauses with at most this glue are never dropped.
inline constexpr std::uint32_t kGlueKept = 2;

/// The learned clauses. Each is watched by its first two literals.
class Clauses {
 public:
  void reset(std::uint32_t option_count) {
    words_.clear();
    clause_count_ = 0;
    for (std::vector<Watch>& list : watches_) list.clear();
    const std::size_t literals = std::size_t{2} * option_count;
    if (watches_.size() < literals) watches_.resize(literals);
  }

  /// Adds a clause of two or more literals. Permanent clauses are never dropped.
  ClauseRef add(std::span<const Literal> literals, std::uint32_t glue, bool is_permanent) {
    const auto clause = static_cast<ClauseRef>(words_.size());
    words_.push_back(static_cast<std::uint32_t>(literals.size()));
    words_.push_back(std::min(glue, kGlue) | (is_permanent ? kPermanent : 0));
    words_.insert(words_.end(), literals.begin(), literals.end());
    watches_[literals[0]].push_back({clause, literals[1]});
    watches_[literals[1]].push_back({clause, literals[0]});
    ++clause_count_;
    return clause;
  }

  std::span<Literal> literals(ClauseRef clause) {
    return {&words_[clause + kHeader], words_[clause]};
  }
  std::span<const Literal> literals(ClauseRef clause) const {
    return {&words_[clause + kHeader], words_[clause]};
  }
  std::uint32_t size(ClauseRef clause) const { return words_[clause]; }
  /// Glue (literal block distance): the lowest number of decision levels seen among its literals.
  std::uint32_t glue(ClauseRef clause) const { return words_[clause + 1] & kGlue; }
  void set_glue(ClauseRef clause, std::uint32_t glue) {
    words_[clause + 1] = (words_[clause + 1] & ~kGlue) | glue;
  }
  bool is(ClauseRef clause, std::uint32_t flag) const { return (words_[clause + 1] & flag) != 0; }
  void mark(ClauseRef clause, std::uint32_t flag) { words_[clause + 1] |= flag; }
  void unmark(ClauseRef clause, std::uint32_t flag) { words_[clause + 1] &= ~flag; }

  static constexpr std::uint32_t kPermanent = 1U << 31U;
  static constexpr std::uint32_t kDropped = 1U << 30U;  ///< removed by the next compact()
  static constexpr std::uint32_t kUsed = 1U << 29U;     ///< took part in a recent conflict
  static constexpr std::uint32_t kNeeded = 1U << 28U;   ///< the reason of a literal

  std::vector<Watch>& watches(Literal literal) { return watches_[literal]; }
  std::size_t word_count() const { return words_.size(); }
  std::size_t clause_count() const { return clause_count_; }

  template <typename Visit>
  void for_each(Visit visit) const {
    for (std::size_t at = 0; at < words_.size(); at += kHeader + words_[at]) {
      visit(static_cast<ClauseRef>(at));
    }
  }

  /// Removes dropped clauses. Calls `moved(from, to)` for every other clause.
  template <typename Moved>
  void compact(Moved moved) {
    compact_watches();
    std::size_t end = 0;
    clause_count_ = 0;
    for (std::size_t at = 0; at < words_.size();) {
      const std::size_t size = kHeader + words_[at];
      if (!is(static_cast<ClauseRef>(at), kDropped)) {
        moved(static_cast<ClauseRef>(at), static_cast<ClauseRef>(end));
        for (std::size_t i = 0; i < size; ++i) words_[end + i] = words_[at + i];
        end += size;
        ++clause_count_;
      }
      at += size;
    }
    words_.resize(end);
  }

 private:
  static constexpr std::uint32_t kHeader = 2;  // words: the size; glue and flags
  static constexpr std::uint32_t kGlue = (1U << 28U) - 1;

  void compact_watches() {
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

  std::vector<std::uint32_t> words_;
  std::vector<std::vector<Watch>> watches_;  // by literal
  std::vector<ClauseRef> places_;            // of compact_watches
  std::size_t clause_count_ = 0;
};

}  // namespace sudoku::learn
