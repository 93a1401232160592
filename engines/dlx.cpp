// Exact cover with dancing links: D. E. Knuth, "Dancing Links" (2000) and The Art of Computer
// Programming 4B, section 7.2.2.1. Branches on the smallest item.
//
// A solution covers each item exactly once. Digit d in row r, column c and box b is an option that
// covers four items, with a node in the list of each. With N digits and C = N * N cells these are
//
//     kind     0 cell    1 row-digit  2 column-digit  3 box-digit
//     item     Nr + c    C + Nr + d   2C + Nc + d     3C + Nb + d      (d from 0)
//     node     p         p + 1        p + 2           p + 3            (p a multiple of 4)
//
// Boxes of a Latin square are rows, so it has no items of kind 3, and node p + 3 is unused.
//
// The list of an item is a ring through its head, the node whose index is the item. The nodes of an
// option are adjacent and need no links: the siblings of node p are p ^ 1, p ^ 2 and p ^ 3. Items
// have no links either: `spare_` marks covered items, and the search for the smallest item reads
// that array in vectors. Only items and options that the clues leave open are loaded.
//
// Taking an option covers its items. Covering an item hides its options from all other items. A log
// of the hidden options lets one loop undo everything since a choice, in reverse order. After the
// last choice nothing is undone.
//
// Invariants: the list of an uncovered item contains exactly the options whose items are all
// uncovered. `forced_` contains every uncovered item that has a single option.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "engines/houses.h"
#include "engines/registry.h"
#include "engines/search_engine.h"

namespace sudoku {
namespace {

/// Kinds of items of a Latin square and of all other boards.
constexpr int kLatinKinds = 3;
constexpr int kAllKinds = 4;

/// Nodes of an option. A power of two, so that siblings are found with ^.
constexpr std::size_t kStride = 4;

/// Added to the spare options of a covered item, so that it is neither the smallest nor empty.
constexpr std::uint8_t kCovered = 0x80;
static_assert(kMaxSide < kCovered - 1);

constexpr std::size_t node_count(std::size_t side) {
  return kAllKinds * side * side + kStride * side * side * side;
}

/// Index of a node on boards of that side.
template <std::size_t side>
using IndexFor = std::conditional_t<node_count(side) <= std::numeric_limits<std::uint16_t>::max(),
                                    std::uint16_t, std::uint32_t>;

/// The largest side with 16-bit indices.
constexpr std::size_t kShortSide = 25;
static_assert(sizeof(IndexFor<kShortSide>) < sizeof(IndexFor<kShortSide + 1>));

template <typename Index>
struct Node {
  Index up;
  Index down;
  Index item;
  Index padding;  // a power of two as size allows scaled addressing
};

/// Heads of empty lists.
template <typename Index, std::size_t count>
constexpr auto kEmptyLists = [] {
  std::array<Node<Index>, count> heads{};
  for (Index item = 0; item < count; ++item) heads[item] = {item, item, item, 0};
  return heads;
}();

/// A search on boards whose side is at most `kSide`, with items of `kKinds` kinds.
template <typename Houses, std::size_t kSide, int kKinds>
class DlxSearch {
 public:
  explicit DlxSearch(const Houses& houses) : houses_(houses) {}

  void solve(const Board& puzzle, SearchMonitor& monitor) {
    if (load(puzzle)) search(monitor);
  }

 private:
  using Index = IndexFor<kSide>;
  using Items = std::array<Index, kKinds>;
  using Mask = std::conditional_t<kSide <= kSize, unsigned, std::uint64_t>;  // of digits
  using Seen = std::array<Mask, 3 * kSide>;                                  // by house

  static constexpr std::size_t kItemRoom = kKinds * kSide * kSide;
  static constexpr std::size_t kOptionRoom = kSide * kSide * kSide;
  static constexpr std::size_t kCellRoom = kSide * kSide;

  /// An item to branch on: the node of the option tried last, and the numbers of taken and hidden
  /// options before the choice.
  struct Choice {
    Index tried;
    Index taken_count;
    Index hidden_count;
  };

  std::size_t side() const { return static_cast<std::size_t>(houses_.side()); }
  std::size_t items_of_kind() const { return static_cast<std::size_t>(houses_.cells()); }
  std::size_t item_count() const { return kKinds * items_of_kind(); }
  /// Returns the index of the first node of the first option.
  std::size_t first_option() const { return (item_count() + kStride - 1) / kStride * kStride; }

  /// Returns the items of a digit, from 0, in a cell.
  Items items_of(int cell, int digit) const {
    Items items{static_cast<Index>(cell)};
    for (std::size_t kind = 1; kind < kKinds; ++kind) {
      const std::size_t house = houses_.of(cell)[kind - 1];
      items[kind] = static_cast<Index>(items_of_kind() + side() * house);
      items[kind] += static_cast<Index>(digit);
    }
    return items;
  }

  /// Returns false if a house has two equal clues, the candidates do not allow a clue, or an item
  /// has no option left.
  bool load(const Board& puzzle) {
    Houses::copy(puzzle, clues_);
    std::copy_n(kEmptyLists<Index, kAllKinds * kCellRoom>.begin(), item_count(), nodes_.begin());
    std::fill_n(spare_.begin(), item_count(), static_cast<std::uint8_t>(-1));
    taken_count_ = choice_count_ = hidden_count_ = forced_count_ = 0;
    if (!puzzle.candidates.empty() && !allows_clues(puzzle)) return false;
    Seen seen{};
    for (int cell = 0; cell < houses_.cells(); ++cell) {
      if (clues_[cell] == 0) continue;
      if (!load_clue(cell, clues_[cell] - 1, seen)) return false;
    }
    load_options(puzzle, seen);
    return load_forced();
  }

  static bool allows_clues(const Board& puzzle) {
    for (std::size_t cell = 0; cell < puzzle.cells.size(); ++cell) {
      if (puzzle.allowed(cell) == 0) return false;
    }
    return true;
  }

  bool load_clue(int cell, int digit, Seen& seen) {
    const Mask bit = Mask{1} << digit;
    for (const std::size_t house : houses_.of(cell)) {
      if ((seen[house] & bit) != 0) return false;
      seen[house] |= bit;
    }
    for (const Index item : items_of(cell, digit)) spare_[item] = kCovered;
    return true;
  }

  void load_options(const Board& puzzle, const Seen& seen) {
    empty_count_ = 0;
    const auto every_digit = static_cast<Mask>(all_digits(houses_.shape()));
    const std::span candidates = puzzle.candidates;
    std::size_t end = first_option();
    for (int cell = 0; cell < houses_.cells(); ++cell) {
      if (clues_[cell] != 0) continue;
      ++empty_count_;
      const auto [row, column, box] = houses_.of(cell);
      Mask digits = every_digit & ~(seen[row] | seen[column] | seen[box]);
      if (!candidates.empty()) [[unlikely]] {
        digits &= static_cast<Mask>(candidates[static_cast<std::size_t>(cell)]);
      }
      for (; digits != 0; digits &= digits - 1, end += kStride) {
        const Items items = items_of(cell, std::countr_zero(digits));
        for (std::size_t kind = 0; kind < kKinds; ++kind) append(end + kind, items[kind]);
      }
    }
  }

  /// Appends a node to the list of an item.
  void append(std::size_t node, Index item) {
    const Index last = nodes_[item].up;
    nodes_[node] = {last, item, item, 0};
    nodes_[last].down = static_cast<Index>(node);
    nodes_[item].up = static_cast<Index>(node);
    ++spare_[item];
  }

  bool load_forced() {
    for (std::size_t item = 0; item < item_count(); ++item) {
      if (spare_[item] == static_cast<std::uint8_t>(-1)) return false;
      if (spare_[item] == 0) forced_[forced_count_++] = static_cast<Index>(item);
    }
    return true;
  }

  void search(SearchMonitor& monitor) {
    bool is_alive = take_forced();
    while (monitor.visit_node()) {
      if (is_alive && taken_count_ == empty_count_) {
        const auto cells = solution();
        if (!monitor.found(houses_.as_board(cells))) return;
        is_alive = false;
      }
      if (is_alive) {
        choices_[choice_count_++] = {choose_item(), static_cast<Index>(taken_count_),
                                     static_cast<Index>(hidden_count_)};
      } else if (choice_count_ > 0) {
        take_back(choices_[choice_count_ - 1]);
      } else {
        return;
      }
      Index& tried = choices_[choice_count_ - 1].tried;
      tried = nodes_[tried].down;
      const bool is_last = nodes_[tried].down < item_count();
      if (is_last) {
        --choice_count_;
      } else if (!monitor.take_guess()) {
        return;
      }
      is_alive = take(tried) && take_forced();
    }
  }

  typename Houses::Cells solution() const {
    typename Houses::Cells solution = clues_;
    for (std::size_t i = 0; i < taken_count_; ++i) {
      const Node<Index>* const option = &nodes_[taken_[i]];
      solution[option[0].item] = static_cast<std::uint8_t>(option[1].item % side() + 1);
    }
    return solution;
  }

  /// Returns the smallest item. Among equals, returns one of the lowest kind (cells first), and
  /// within that kind the item with the greatest reach.
  Index choose_item() const {
    std::uint8_t smallest = kCovered;
    const std::span spares = std::span(spare_).first(item_count());
    for (const std::uint8_t spare : spares) smallest = std::min(smallest, spare);
    const auto first = static_cast<std::size_t>(std::find(spares.begin(), spares.end(), smallest) -
                                                spares.begin());
    const std::size_t kind_end = (first / items_of_kind() + 1) * items_of_kind();
    std::array<Index, kCellRoom + 1> candidates;  // written without branches
    std::size_t candidate_count = 0;
    for (std::size_t item = first; item < kind_end; ++item) {
      candidates[candidate_count] = static_cast<Index>(item);
      candidate_count += spare_[item] == smallest;
    }
    auto best = static_cast<Index>(first);
    int reach_of_best = reach_of(best);
    for (std::size_t i = 1; i < candidate_count; ++i) {
      const int reach = reach_of(candidates[i]);
      if (reach > reach_of_best) {
        best = candidates[i];
        reach_of_best = reach;
      }
    }
    return best;
  }

  /// Returns how many options an option of the item would hide, summed over the options of the
  /// item. A hidden option that shares two items with such an option counts twice.
  int reach_of(Index item) const {
    int reach = 0;
    for (Index p = nodes_[item].down; p != item; p = nodes_[p].down) {
      for_each_sibling(p, [&](Index sibling) { reach += spare_[nodes_[sibling].item]; });
    }
    return reach;
  }

  /// Calls `visit(sibling)` for the other nodes of an option.
  template <typename Visit>
  static void for_each_sibling(Index node, Visit&& visit) {
    for (unsigned i = 1; i < kStride; ++i) {
      const auto sibling = static_cast<Index>(node ^ i);
      if (kKinds == kStride || sibling % kStride < kKinds) visit(sibling);
    }
  }

  /// Takes the option of every item that has only one. Returns false if an item has no option left.
  bool take_forced() {
    while (forced_count_ > 0) {
      const Index item = forced_[--forced_count_];
      if (spare_[item] == 0 && !take(nodes_[item].down)) return false;
    }
    return true;
  }

  /// Takes the option of a node. Returns false as soon as an item has no option left. take_back()
  /// undoes the part that was done.
  bool take(Index node) {
    const auto first = static_cast<Index>(node / kStride * kStride);
    const Node<Index>* const option = &nodes_[first];
    taken_[taken_count_++] = first;
    for (int kind = 0; kind < kKinds; ++kind) spare_[option[kind].item] += kCovered;
    if (cover_all(option, std::make_integer_sequence<int, kKinds>())) return true;
    forced_count_ = 0;
    return false;
  }

  template <int... kKind>
  bool cover_all(const Node<Index>* option, std::integer_sequence<int, kKind...>) {
    return (cover<kKind>(option[kKind].item) && ...);
  }

  /// Hides the options of an item of kind `kKind` from their other items.
  template <int kKind>
  bool cover(Index item) {
    std::size_t hidden_count = hidden_count_;
    std::size_t forced_count = forced_count_;
    unsigned least = 0;
    for (Index p = nodes_[item].down; p != item; p = nodes_[p].down) {
      hidden_[hidden_count++] = p;
      const Node<Index>* const option = &nodes_[p] - kKind;
      for (int kind = 0; kind < kKinds; ++kind) {
        if (kind == kKind) continue;
        const Index up = option[kind].up;
        const Index down = option[kind].down;
        const Index other = option[kind].item;
        nodes_[up].down = down;
        nodes_[down].up = up;
        const unsigned spare = spare_[other] - 1U;
        spare_[other] = static_cast<std::uint8_t>(spare);
        least |= spare;
        forced_[forced_count] = other;
        forced_count += spare < 1;
      }
    }
    hidden_count_ = hidden_count;
    forced_count_ = forced_count;
    return static_cast<int>(least) >= 0;
  }

  void take_back(const Choice& choice) {
    while (hidden_count_ > choice.hidden_count) {
      const Index p = hidden_[--hidden_count_];
      for_each_sibling(p, [this](Index sibling) {
        const Node<Index>& node = nodes_[sibling];
        nodes_[node.up].down = sibling;
        nodes_[node.down].up = sibling;
        ++spare_[node.item];
      });
    }
    while (taken_count_ > choice.taken_count) {
      const Node<Index>* const option = &nodes_[taken_[--taken_count_]];
      for (int kind = 0; kind < kKinds; ++kind) spare_[option[kind].item] -= kCovered;
    }
  }

  Houses houses_;
  typename Houses::Cells clues_;
  std::array<Node<Index>, node_count(kSide)> nodes_;
  std::array<std::uint8_t, kItemRoom> spare_;  // by item: options in its list, minus one
  std::array<Index, kItemRoom + 1> forced_;    // the last element is scratch
  std::array<Index, kCellRoom> taken_;         // first nodes of the options
  std::array<Index, kOptionRoom> hidden_;      // nodes through which options were reached
  std::array<Choice, kCellRoom> choices_;
  std::size_t empty_count_ = 0;
  std::size_t taken_count_ = 0;
  std::size_t hidden_count_ = 0;
  std::size_t choice_count_ = 0;
  std::size_t forced_count_ = 0;
};

/// Returns the engine for a shape other than 9x9. Shapes with boxes have more kinds of items.
template <int kKinds>
std::unique_ptr<Engine> make_of_kinds(const Shape& shape) {
  const HousesOfShape houses(shape);
  if (shape.side() > kShortSide) {
    return std::make_unique<SearchEngine<DlxSearch<HousesOfShape, kMaxSide, kKinds>>>(houses);
  }
  return std::make_unique<SearchEngine<DlxSearch<HousesOfShape, kShortSide, kKinds>>>(houses);
}

}  // namespace

std::unique_ptr<Engine> make_dlx(const EngineOptions&) {
  return std::make_unique<ShapedEngine>(
      std::make_unique<SearchEngine<DlxSearch<Houses9x9, kSize, kAllKinds>>>(Houses9x9()),
      [](const Shape& shape) {
        return shape.is_latin() ? make_of_kinds<kLatinKinds>(shape)
                                : make_of_kinds<kAllKinds>(shape);
      });
}

}  // namespace sudoku
