// Exact cover with dancing links: D. E. Knuth, "Dancing Links" (2000) and The Art of Computer
// Programming 4B, 7.2.2.1, with the smallest item first.
//
// Items are what a solution has exactly once, options what may provide it: digit d in row r, column
// c and box b is one option with four nodes, one in the list of each item that it covers:
//
//     kind     0 cell    1 row-digit  2 column-digit  3 box-digit
//     item     9r + c    81 + 9r + d  162 + 9c + d    243 + 9b + d     (d from 0)
//     node     p         p + 1        p + 2           p + 3            (p a multiple of 4)
//
// An item's list is a ring through its head, whose index is the item itself. The four nodes of an
// option stand side by side, so that they need no links between them, and a node of kind k finds
// its siblings at fixed distances. Items have no list: a covered one is marked in its size.
//
// Only items and options that the clues leave are loaded. Invariants: the list of an item that is
// not covered holds exactly the options all of whose items are not covered; an item whose size fell
// to 1 since the last choice stands in `forced_` until it is covered. Options are taken back only
// to the last choice that has an untried option; without one the search ends where it stands.

#include <algorithm>
#include <array>
#include <cstddef>

#include "engines/geometry.h"
#include "engines/registry.h"
#include "engines/search_monitor.h"

namespace sudoku {
namespace {

using Index = std::uint16_t;  // of a node; heads come first

constexpr Index kItems = 324;
constexpr Index kNodes = kItems + 4 * 729;
constexpr std::uint8_t kCovered = 0x80;  // set in the size of a covered item

static_assert(kItems % 4 == 0, "options begin at multiples of 4");

struct Node {
  Index up;
  Index down;
  Index item;
};

/// A choice with an untried option: the node of the option that was tried last, and how many
/// options had been taken before it.
struct Choice {
  Index tried;
  std::uint8_t depth;
};

class DlxEngine final : public Engine {
 public:
  void solve(std::span<const Grid> puzzles, const SolveLimits& limits,
             std::span<SolveResult> results, SolutionSink* sink) override {
    solve_each(puzzles, limits, results, sink, [this](const Grid& puzzle, SearchMonitor& monitor) {
      if (load(puzzle)) search(monitor);
    });
  }

 private:
  using Items = std::array<Index, 4>;  // of one option, by kind

  static Items items_of(int cell, int digit) {
    return {static_cast<Index>(cell), static_cast<Index>(81 + 9 * row_of(cell) + digit - 1),
            static_cast<Index>(162 + 9 * column_of(cell) + digit - 1),
            static_cast<Index>(243 + 9 * box_of(cell) + digit - 1)};
  }

  /// False if the clues contradict each other or leave an item without option.
  bool load(const Grid& puzzle) {
    clues_ = puzzle;
    size_.fill(0);
    taken_count_ = 0;
    choice_count_ = 0;
    forced_count_ = 0;
    empty_count_ = 0;
    for (int cell = 0; cell < kCells; ++cell) {
      if (puzzle[cell] != 0 && !cover_by_clue(items_of(cell, puzzle[cell]))) return false;
    }
    for (Index item = 0; item < kItems; ++item) nodes_[item] = {item, item, item};
    Index end = kItems;
    for (int cell = 0; cell < kCells; ++cell) {
      if (puzzle[cell] != 0) continue;
      ++empty_count_;
      for (int digit = 1; digit <= kSize; ++digit) end = add_option(end, items_of(cell, digit));
    }
    return collect_forced();
  }

  bool cover_by_clue(const Items& items) {
    for (const Index item : items) {
      if (size_[item] == kCovered) return false;
      size_[item] = kCovered;
    }
    return true;
  }

  /// Appends an option at node `end` unless a clue covers one of its items; returns the new end.
  Index add_option(Index end, const Items& items) {
    for (const Index item : items) {
      if (size_[item] == kCovered) return end;
    }
    for (const Index item : items) {
      nodes_[end] = {nodes_[item].up, item, item};
      nodes_[nodes_[item].up].down = end;
      nodes_[item].up = end++;
      ++size_[item];
    }
    return end;
  }

  bool collect_forced() {
    for (Index item = 0; item < kItems; ++item) {
      if (size_[item] == 0) return false;
      if (size_[item] == 1) forced_[forced_count_++] = item;
    }
    return true;
  }

  void search(SearchMonitor& monitor) {
    while (monitor.visit_node()) {
      bool is_alive = take_forced();
      if (is_alive && taken_count_ < empty_count_) {
        const Index first = nodes_[smallest_item()].down;
        choices_[choice_count_++] = {first, static_cast<std::uint8_t>(taken_count_)};
        if (!monitor.take_guess()) return;
        is_alive = take(first);
      } else if (is_alive) {
        if (!monitor.found(solution())) return;
        is_alive = false;
      }
      while (!is_alive) {
        if (choice_count_ == 0) return;
        Choice& choice = choices_[choice_count_ - 1];
        while (taken_count_ > choice.depth) take_back();
        choice.tried = nodes_[choice.tried].down;
        const bool is_last = nodes_[choice.tried].down < kItems;
        if (is_last) --choice_count_;
        if (!is_last && !monitor.take_guess()) return;
        is_alive = take(choice.tried);
      }
    }
  }

  /// Takes the only option of every item that has but one. False if an item has none.
  bool take_forced() {
    while (forced_count_ > 0) {
      const Index item = forced_[--forced_count_];
      if (size_[item] == 1 && !take(nodes_[item].down)) return false;
    }
    return true;
  }

  Index smallest_item() const {
    const auto smallest = std::min_element(size_.begin(), size_.end());
    return static_cast<Index>(smallest - size_.begin());
  }

  Grid solution() const {
    Grid grid = clues_;
    for (std::size_t i = 0; i < taken_count_; ++i) {
      const Index option = taken_[i];
      grid[nodes_[option].item] = static_cast<std::uint8_t>((nodes_[option + 1].item % 9) + 1);
    }
    return grid;
  }

  /// Covers the four items of the option that `node` is of. False if an item is left without
  /// option; the option is taken all the same.
  bool take(Index node) {
    const auto option = static_cast<Index>(node & ~3U);
    taken_[taken_count_++] = option;
    is_dead_ = false;
    for (Index p = option; p < option + 4; ++p) size_[nodes_[p].item] |= kCovered;
    cover<0>(nodes_[option].item);
    cover<1>(nodes_[option + 1].item);
    cover<2>(nodes_[option + 2].item);
    cover<3>(nodes_[option + 3].item);
    if (is_dead_) forced_count_ = 0;
    return !is_dead_;
  }

  void take_back() {
    const Index option = taken_[--taken_count_];
    uncover<3>(nodes_[option + 3].item);
    uncover<2>(nodes_[option + 2].item);
    uncover<1>(nodes_[option + 1].item);
    uncover<0>(nodes_[option].item);
    for (Index p = option; p < option + 4; ++p) size_[nodes_[p].item] ^= kCovered;
  }

  /// Hides the options of an item of kind `kKind` from their other items.
  template <int kKind>
  void cover(Index item) {
    for (Index p = nodes_[item].down; p != item; p = nodes_[p].down) {
      for (int kind = 0; kind < 4; ++kind) {
        if (kind != kKind) hide(nodes_[p + kind - kKind]);
      }
    }
  }

  template <int kKind>
  void uncover(Index item) {
    for (Index p = nodes_[item].up; p != item; p = nodes_[p].up) {
      for (int kind = 3; kind >= 0; --kind) {
        if (kind != kKind) unhide(p + kind - kKind);
      }
    }
  }

  void hide(const Node& node) {
    nodes_[node.up].down = node.down;
    nodes_[node.down].up = node.up;
    const std::uint8_t size = --size_[node.item];
    forced_[forced_count_] = node.item;
    forced_count_ += size == 1;
    is_dead_ |= size == 0;
  }

  void unhide(int p) {
    const Node& node = nodes_[static_cast<std::size_t>(p)];
    nodes_[node.up].down = static_cast<Index>(p);
    nodes_[node.down].up = static_cast<Index>(p);
    ++size_[node.item];
  }

  Grid clues_;
  std::array<Node, kNodes> nodes_;
  std::array<std::uint8_t, kItems> size_;  // options in an item's list
  std::array<Index, kItems + 1> forced_;   // the place behind the last one is scratch
  std::array<Index, kCells> taken_;        // options, as their first nodes
  std::array<Choice, kCells> choices_;
  std::size_t empty_count_ = 0;
  std::size_t taken_count_ = 0;
  std::size_t choice_count_ = 0;
  std::size_t forced_count_ = 0;
  bool is_dead_ = false;  // an item lost its last option
};

}  // namespace

std::unique_ptr<Engine> make_dlx(const EngineOptions&) {
  return std::make_unique<DlxEngine>();
}

}  // namespace sudoku
