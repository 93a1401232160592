// Exact cover on the masks of the options of every group (group_geometry.h). The masks are updated
// option by option. A trail stores removed options for backtracking. NOTES.md has failed
// experiments.
//
// Clues are loaded at once: the masks are built from the candidates that rows, columns and boxes
// allow. From then on every group that shrinks is checked. A group with one option goes into a
// queue, and this option is taken: a naked or hidden single. When the queue is empty, locked
// candidates follow. If all options of a group are in one line and one box, the others of that box
// or line are removed. A group without options is a contradiction.
//
// A branch takes an option or removes it. So a refuted option is removed from the rest of the tree,
// and the next branch can be on another group. The search chooses the group with the lowest number
// of options per weight. The weight of a group is the number of its contradictions (F. Boussemart
// et al., Boosting Systematic Search by Weighting Constraints, 2004). In this group it chooses the
// option with the fewest other options in its groups.
//
// Latin squares have pairs instead of locked candidates: two groups of a line with the same two
// bits. There the search branches again on the group whose option was refuted last, as long as that
// group has at least two options (C. Lecoutre et al., Reasoning from Last Conflict(s), 2009). Ties
// between options are broken at random, so that runs differ.
//
// A run with too many contradictions and without a solution ends, and another one begins at the
// root. It keeps the weights and the options that were refuted at the root. The lengths of runs
// follow the Luby sequence. The sequence is unbounded, so a run searches the whole tree in the end.
// After the first solution there is no restart: no solution occurs twice, and the whole tree is
// searched. The guesses of all runs are added.
//
// If nobody needs the solutions, small Latin squares with many are counted row by row
// (row_count.cpp).

#include "engines/bitmask/group_masks.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>
#include <vector>

#include "engines/bitmask/branching.h"
#include "engines/bitmask/group_geometry.h"
#include "engines/bitmask/row_count.h"
#include "engines/random.h"
#include "engines/search_monitor.h"

namespace sudoku::bitmask {
namespace {

/// Contradictions after which the first run of a search ends.
constexpr std::uint64_t kShortestRun = 50;

/// Solutions after which a search counts small Latin squares row by row.
constexpr std::uint64_t kManySolutions = 1000;

/// The i-th number, from i = 1, of 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ... (M. Luby, A. Sinclair and
/// D. Zuckerman, Optimal Speedup of Las Vegas Algorithms, 1993).
std::uint64_t luby(std::uint64_t i) {
  while (true) {
    const std::uint64_t power = std::bit_ceil(i + 1);
    if (i + 1 == power) return power / 2;
    i -= power / 2 - 1;
  }
}

template <typename Mask>
constexpr bool has_one(Mask mask) {
  return (mask & (mask - 1)) == 0;
}

template <typename Mask>
constexpr std::size_t first_bit(Mask mask) {
  return static_cast<std::size_t>(std::countr_zero(mask));
}

template <typename Mask>
constexpr Mask bit_at(std::size_t bit) {
  return Mask{1} << bit;
}

template <typename Mask, std::size_t kKinds>
class GroupMasks final : public Engine {
 public:
  explicit GroupMasks(const Shape& shape)
      : geometry_(shape),
        branching_(shape.side(), geometry_.groups()),
        lock_size_(kHasBoxes ? std::max(shape.box_rows, shape.box_columns) : 2),
        masks_(geometry_.groups()),
        sizes_(Branching::padded(geometry_.groups())),
        is_decided_(geometry_.cells()),
        is_lock_queued_(geometry_.groups()),
        single_queue_(geometry_.groups()),
        lock_queue_(geometry_.groups()),
        removed_(geometry_.cells() * geometry_.side()),
        decided_(geometry_.cells()),
        choices_(geometry_.cells() * geometry_.side()),
        solution_(geometry_.cells()) {}

  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override {
    const bool lists = sink != nullptr || limits.max_solutions != 0 || limits.max_guesses != 0;
    may_count_by_rows_ = !kHasBoxes && !lists && geometry_.side() <= kMaxSideOfRowCount;
    const auto solve_board = [&](const Board& puzzle, SearchMonitor& monitor) {
      reset();
      if (load(puzzle) && propagate()) search(monitor, answers.results[monitor.puzzle()]);
    };
    solve_each_board(puzzles, limits, answers, sink, solve_board);
  }

 private:
  static constexpr bool kHasBoxes = kKinds == kKindsWithBoxes;
  static constexpr auto kHouseKinds = [] {
    std::array<std::size_t, kKinds - 1> kinds{};
    for (std::size_t i = 0; i < kinds.size(); ++i) kinds[i] = kRowDigit + i;
    return kinds;
  }();

  /// An option of a group that was taken, and the counts of removed and decided options before.
  struct Choice {
    std::size_t group;
    Option option;
    std::uint32_t removed_count;
    std::uint32_t decided_count;
  };

  using Houses = std::array<Mask, 3 * kMaxSide>;  // digits of each house

  void reset() {
    removed_count_ = decided_count_ = choice_count_ = single_count_ = lock_count_ = 0;
    contradiction_ = kNoGroup;
    failed_group_ = kNoGroup;
    random_ = Random(1);
    branching_.reset();
    std::fill(masks_.begin(), masks_.end(), Mask{0});
    std::fill(sizes_.begin(), sizes_.end(), std::int16_t{0});
    std::fill(is_decided_.begin(), is_decided_.end(), std::uint8_t{0});
    std::fill(is_lock_queued_.begin(), is_lock_queued_.end(), std::uint8_t{0});
  }

  /// Builds the masks from clues and candidates. Returns false if two equal clues share a house or
  /// if a group has no option.
  bool load(const Board& puzzle) {
    Houses seen{};
    for (std::size_t cell = 0; cell < geometry_.cells(); ++cell) {
      if (puzzle[cell] == 0) continue;
      if (puzzle.allowed(cell) == 0) return false;
      if (!load_clue(cell, puzzle[cell] - std::size_t{1}, seen)) return false;
    }
    const auto all = static_cast<Mask>(all_digits(puzzle.shape));
    for (std::size_t cell = 0; cell < geometry_.cells(); ++cell) {
      if (puzzle[cell] != 0) continue;
      Mask digits = puzzle.candidates.empty() ? all : static_cast<Mask>(puzzle.candidates[cell]);
      for (const std::size_t house : geometry_.houses_of(cell)) digits &= ~seen[house];
      for (; digits != 0; digits &= digits - 1) add({static_cast<Index>(cell), digit_of(digits)});
    }
    for (std::size_t group = 0; group < geometry_.groups(); ++group) queue_deductions(group);
    return contradiction_ == kNoGroup;
  }

  bool load_clue(std::size_t cell, std::size_t digit, Houses& seen) {
    for (const std::size_t house : geometry_.houses_of(cell)) {
      if ((seen[house] & bit_at<Mask>(digit)) != 0) return false;
      seen[house] |= bit_at<Mask>(digit);
    }
    const Option clue{static_cast<Index>(cell), static_cast<Index>(digit)};
    add(clue);
    decide(clue.cell);
    return true;
  }

  static Index digit_of(Mask digits) { return static_cast<Index>(first_bit(digits)); }

  template <Kind kKind>
  void add_to_group(const Place& place, std::size_t digit) {
    const std::size_t group = place.groups[kKind] + digit;
    masks_[group] |= bit_at<Mask>(place.bits[kKind]);
    ++sizes_[group];
  }

  void add(Option option) {
    const Place& place = geometry_.place(option.cell);
    masks_[option.cell] |= bit_at<Mask>(option.digit);
    ++sizes_[option.cell];
    add_to_group<kRowDigit>(place, option.digit);
    add_to_group<kColumnDigit>(place, option.digit);
    if constexpr (kHasBoxes) add_to_group<kBoxDigit>(place, option.digit);
  }

  void decide(Index cell) {
    is_decided_[cell] = 1;
    decided_[decided_count_++] = cell;
  }

  /// Queues the deductions from the size of a group and the places of its options.
  [[gnu::always_inline]] void queue_deductions(std::size_t group) {
    const Mask mask = masks_[group];
    if (mask == 0) {
      contradiction_ = static_cast<Index>(group);
    } else if (has_one(mask)) {
      single_queue_[single_count_++] = static_cast<Index>(group);
    } else if (sizes_[group] <= lock_size_ && is_lock_queued_[group] == 0 &&
               (!kHasBoxes || geometry_.is_locked(group, mask))) {
      is_lock_queued_[group] = 1;
      lock_queue_[lock_count_++] = static_cast<Index>(group);
    }
  }

  template <Kind kKind>
  [[gnu::always_inline]] void remove_from_group(const Place& place, std::size_t digit) {
    const bool is_cell = kKind == kCell;
    const std::size_t group = place.groups[kKind] + (is_cell ? 0 : digit);
    masks_[group] &= ~bit_at<Mask>(is_cell ? digit : place.bits[kKind]);
    --sizes_[group];
    if (sizes_[group] <= (is_cell && kHasBoxes ? 1 : lock_size_)) queue_deductions(group);
  }

  /// Removes an option from its groups except the one of kind `kBut`.
  template <Kind kBut>
  void remove_elsewhere(Option option) {
    removed_[removed_count_++] = option;
    const Place& place = geometry_.place(option.cell);
    if constexpr (kBut != kCell) remove_from_group<kCell>(place, option.digit);
    if constexpr (kBut != kRowDigit) remove_from_group<kRowDigit>(place, option.digit);
    if constexpr (kBut != kColumnDigit) remove_from_group<kColumnDigit>(place, option.digit);
    if constexpr (kHasBoxes && kBut != kBoxDigit) {
      remove_from_group<kBoxDigit>(place, option.digit);
    }
  }

  /// Returns false if that leaves a group without options.
  bool remove(Option option) {
    remove_elsewhere<kCell>(option);
    remove_from_group<kCell>(geometry_.place(option.cell), option.digit);
    return contradiction_ == kNoGroup;
  }

  /// Removes the options of a group except `kept`. Returns false if another group has none left.
  template <Kind kKind>
  bool keep(std::size_t group, Mask kept) {
    Mask others = masks_[group] & ~kept;
    if (others == 0) return true;
    masks_[group] &= kept;
    std::int16_t size = sizes_[group];
    for (; others != 0; others &= others - 1) {
      remove_elsewhere<kKind>(geometry_.template option<kKind>(group, first_bit(others)));
      --size;
    }
    sizes_[group] = size;
    return contradiction_ == kNoGroup;
  }

  /// Returns false if that leaves a group without options.
  bool take(Option option) {
    decide(option.cell);
    const Place& place = geometry_.place(option.cell);
    const auto keep_in = [&]<Kind kKind>(std::integral_constant<Kind, kKind>) {
      return keep<kKind>(place.groups[kKind] + std::size_t{option.digit},
                         bit_at<Mask>(place.bits[kKind]));
    };
    return keep<kCell>(option.cell, bit_at<Mask>(option.digit)) &&
           keep_in(std::integral_constant<Kind, kRowDigit>()) &&
           keep_in(std::integral_constant<Kind, kColumnDigit>()) &&
           (!kHasBoxes || keep_in(std::integral_constant<Kind, kBoxDigit>()));
  }

  /// Removes the options of a group that are not in `part`, and queues the deductions. Returns
  /// false if that leaves a group without options.
  template <Kind kKind>
  bool keep_part(std::size_t group, Mask part) {
    if ((masks_[group] & ~part) == 0) return true;
    const bool goes_on = keep<kKind>(group, part);
    queue_deductions(group);
    return goes_on;
  }

  /// Pairs in a Latin square: if two groups of a line have the same two bits, the others of the
  /// line do not have these bits. Returns false if that leaves a group without options.
  bool pair(std::size_t group) {
    for (const Line& line : geometry_.lines_of(group)) {
      const Mask mask = masks_[group];
      if (has_one(mask)) return true;
      Mask part = 0;
      for (std::size_t i = 0; i < geometry_.side(); ++i) {
        if (masks_[line.first + i * line.stride] == mask) part |= bit_at<Mask>(i);
      }
      if (has_one(part)) continue;
      for (Mask bits = mask; bits != 0; bits &= bits - 1) {
        const std::size_t other = line.other + first_bit(bits) * line.other_stride;
        const bool goes_on = line.other_kind == kCell       ? keep_part<kCell>(other, part)
                             : line.other_kind == kRowDigit ? keep_part<kRowDigit>(other, part)
                                                            : keep_part<kColumnDigit>(other, part);
        if (!goes_on) return false;
      }
    }
    return true;
  }

  /// Locked candidates: if all options of a line are in one box, removes the others of that box,
  /// and vice versa. Returns false if that leaves a group without options.
  bool lock(std::size_t group) {
    const Mask mask = masks_[group];
    const std::size_t bit = first_bit(mask);
    const Option first = geometry_.option(group, bit);
    const Place& place = geometry_.place(first.cell);
    const auto keep_in = [&]<Kind kKind>(std::integral_constant<Kind, kKind>, Mask part) {
      return keep_part<kKind>(place.groups[kKind] + std::size_t{first.digit}, part);
    };
    const Parts<Mask>& parts = geometry_.parts();
    using OfBox = std::integral_constant<Kind, kBoxDigit>;
    switch (geometry_.kind_of(group)) {
      case kRowDigit: return keep_in(OfBox(), parts.box_row[place.bits[kBoxDigit]]);
      case kColumnDigit: return keep_in(OfBox(), parts.box_column[place.bits[kBoxDigit]]);
      default: break;
    }
    using OfRow = std::integral_constant<Kind, kRowDigit>;
    using OfColumn = std::integral_constant<Kind, kColumnDigit>;
    if ((mask & ~parts.box_row[bit]) == 0) {
      return keep_in(OfRow(), parts.row_in_box[place.bits[kRowDigit]]);
    }
    return keep_in(OfColumn(), parts.column_in_box[place.bits[kColumnDigit]]);
  }

  /// Takes all singles, then applies locked candidates or pairs, until nothing is queued. Returns
  /// false at a contradiction.
  bool propagate() {
    while (true) {
      while (single_count_ > 0) {
        const std::size_t group = single_queue_[--single_count_];
        const Option option = geometry_.option(group, first_bit(masks_[group]));
        if (is_decided_[option.cell] == 0 && !take(option)) return false;
      }
      if (lock_count_ == 0) return true;
      const std::size_t group = lock_queue_[--lock_count_];
      is_lock_queued_[group] = 0;
      if (has_one(masks_[group])) continue;
      if constexpr (kHasBoxes) {
        if (!lock(group)) return false;
      } else {
        if (!pair(group)) return false;
      }
    }
  }

  /// Counts a contradiction and clears the queues.
  void record_contradiction() {
    while (lock_count_ > 0) is_lock_queued_[lock_queue_[--lock_count_]] = 0;
    single_count_ = 0;
    branching_.add_contradiction(contradiction_);
    contradiction_ = kNoGroup;
    ++contradictions_;
  }

  void undo(const Choice& choice) {
    while (removed_count_ > choice.removed_count) add(removed_[--removed_count_]);
    while (decided_count_ > choice.decided_count) is_decided_[decided_[--decided_count_]] = 0;
  }

  std::size_t choose_group() const {
    const bool repeats = !kHasBoxes && failed_group_ != kNoGroup && sizes_[failed_group_] > 1;
    return repeats ? failed_group_ : branching_.choose(sizes_);
  }

  /// Returns the option of a group to branch on: the option with the fewest other options in its
  /// groups. In Latin squares, often several have the fewest: takes a random one.
  Option choose(std::size_t group) {
    Option best{};
    int fewest = std::numeric_limits<int>::max();
    for (Mask mask = masks_[group]; mask != 0; mask &= mask - 1) {
      const Option option = geometry_.option(group, first_bit(mask));
      const Place& place = geometry_.place(option.cell);
      int others = sizes_[option.cell];
      for (const std::size_t kind : kHouseKinds) {
        others += sizes_[place.groups[kind] + std::size_t{option.digit}];
      }
      if constexpr (!kHasBoxes) others = 4 * others + static_cast<int>(random_.below(4));
      if (others >= fewest) continue;
      fewest = others;
      best = option;
    }
    return best;
  }

  /// Searches from the root until the tree is exhausted or the monitor ends the search. If there
  /// are many solutions, it may count all without listing the others.
  void search(SearchMonitor& monitor, SolveResult& result) {
    if (may_count_by_rows_) std::copy_n(masks_.begin(), geometry_.cells(), options_.begin());
    contradictions_ = 0;
    bool may_restart = true;
    std::uint64_t run = 1;
    std::uint64_t end_of_run = kShortestRun;
    while (monitor.visit_node()) {
      if (decided_count_ == geometry_.cells()) {
        may_restart = false;
        if (!report_solution(monitor)) return;
        if (result.solutions == kManySolutions && may_count_by_rows_) {
          if (count_by_rows(monitor, result)) return;
        }
        if (!backtrack()) return;
        continue;
      }
      if (may_restart && contradictions_ >= end_of_run && choice_count_ > 0) {
        undo(choices_[0]);
        choice_count_ = 0;
        end_of_run = contradictions_ + kShortestRun * luby(++run);
      }
      if (!monitor.take_guess()) return;
      if (!guess(choose_group()) && !backtrack()) return;
    }
  }

  bool guess(std::size_t group) {
    const Option option = choose(group);
    choices_[choice_count_++] = {group, option, static_cast<std::uint32_t>(removed_count_),
                                 static_cast<std::uint32_t>(decided_count_)};
    if (take(option) && propagate()) return true;
    record_contradiction();
    return false;
  }

  /// Undoes the last choice and removes its option, until that is no contradiction. Returns false
  /// if no choice is left.
  bool backtrack() {
    while (choice_count_ > 0) {
      const Choice& choice = choices_[--choice_count_];
      undo(choice);
      failed_group_ = choice.group;
      if (remove(choice.option) && propagate()) return true;
      record_contradiction();
    }
    return false;
  }

  /// Counts the solutions of the root. Returns whether that ends the search.
  bool count_by_rows(SearchMonitor& monitor, SolveResult& result) {
    const auto total = bitmask::count_by_rows(options_, geometry_.side(), monitor);
    if (!total) return result.outcome != Outcome::exhausted;
    result.solutions = *total;
    result.has_guesses = false;
    return true;
  }

  bool report_solution(SearchMonitor& monitor) {
    if (monitor.wants_solution()) {
      for (std::size_t cell = 0; cell < geometry_.cells(); ++cell) {
        solution_[cell] = static_cast<std::uint8_t>(digit_of(masks_[cell]) + 1);
      }
    }
    return monitor.found({geometry_.shape(), solution_});
  }

  Geometry<Mask, kKinds> geometry_;
  Branching branching_;
  std::int16_t lock_size_;  // most options of a group in the lock queue
  bool may_count_by_rows_ = false;
  std::array<std::uint32_t, kMaxSideOfRowCount * kMaxSideOfRowCount> options_{};  // at the root
  std::uint64_t contradictions_ = 0;
  Index contradiction_ = kNoGroup;       // a group without options
  std::size_t failed_group_ = kNoGroup;  // the last group with a refuted option
  Random random_{1};

  std::vector<Mask> masks_;  // by group
  std::vector<std::int16_t> sizes_;
  std::vector<std::uint8_t> is_decided_;  // by cell
  std::vector<std::uint8_t> is_lock_queued_;

  std::vector<Index> single_queue_;  // groups with one option
  std::vector<Index> lock_queue_;  // groups in one line and one box; Latin squares: of two options
  std::vector<Option> removed_;    // since the root
  std::vector<Index> decided_;     // cells
  std::vector<Choice> choices_;
  std::size_t single_count_ = 0;
  std::size_t lock_count_ = 0;
  std::size_t removed_count_ = 0;
  std::size_t decided_count_ = 0;
  std::size_t choice_count_ = 0;
  std::vector<std::uint8_t> solution_;
};

template <std::size_t kKinds>
std::unique_ptr<Engine> make_for_kinds(const Shape& shape) {
  if (shape.side() <= 32) return std::make_unique<GroupMasks<std::uint32_t, kKinds>>(shape);
  return std::make_unique<GroupMasks<std::uint64_t, kKinds>>(shape);
}

}  // namespace

std::unique_ptr<Engine> make_group_masks(const Shape& shape) {
  return shape.is_latin() ? make_for_kinds<kKindsOfLatinSquare>(shape)
                          : make_for_kinds<kKindsWithBoxes>(shape);
}

}  // namespace sudoku::bitmask
