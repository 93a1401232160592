#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "harness/puzzle/canonical_form.h"
#include "harness/puzzle/isomorph.h"

namespace sudoku {
namespace {

// Rows, columns and digits are coloured so that the colours depend only on the structure of the
// puzzle. Where equal colours remain, a search tries each choice. It skips choices that symmetries
// of the puzzle map to earlier ones (McKay, "Practical graph isomorphism", 1981).

// A point is a row, a column or a digit of the puzzle: rows come first, then columns, then digits.
using Point = std::uint8_t;
constexpr std::size_t kMaxPoints = 3 * kMaxSide;
constexpr std::size_t kMaxGroups = 2 * kMaxSide + 1;  // bands, stacks, and one of all digits

/// The colour of each point. Points of a colour are a class; the colour is the number of points in
/// the classes before it.
using Colours = std::array<std::uint8_t, kMaxPoints>;

/// A map of the points.
using Symmetry = std::array<Point, kMaxPoints>;

/// A digit that a cell may have, or its clue.
struct Entry {
  Point row;
  Point column;
  Point digit;
};

/// Returns a hash of a number (the finalizer of splitmix64).
constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

/// Orders boards. Either all have candidates and no clues, or none has candidates.
bool is_less(const Board& a, const Board& b) {
  return std::ranges::lexicographical_compare(a.candidates, b.candidates) ||
         std::ranges::lexicographical_compare(a.cells, b.cells);
}

/// Finds the canonical form among the isomorphs that are transposed, or among the others.
class Search {
 public:
  Search(const Board& puzzle, bool is_transposed)
      : puzzle_(puzzle), side_(puzzle.shape.side()), points_(3 * side_) {
    start_.shape = puzzle.shape;
    start_.is_transposed = is_transposed;
    for (std::size_t row = 0; row < side_; ++row) {
      for (std::size_t column = 0; column < side_; ++column) {
        add_entries(row, column, start_.source_of(row, column));
      }
    }
    for (std::size_t point = 0; point < points_; ++point) {
      const Shape& shape = puzzle.shape;
      const std::size_t line = point % side_;
      groups_[point] =
          static_cast<std::uint8_t>(point < side_       ? line / shape.box_rows
                                    : point < 2 * side_ ? kMaxSide + line / shape.box_columns
                                                        : kMaxGroups - 1);
    }
  }

  OwnedBoard run() {
    Colours colours{};
    for (std::size_t point = 0; point < points_; ++point) {
      colours[point] = static_cast<std::uint8_t>(point / side_ * side_);
    }
    refine(colours);
    visit(colours);
    return *best_;
  }

 private:
  void add_entries(std::size_t row, std::size_t column, std::size_t cell) {
    const bool is_empty = puzzle_.candidates.empty() && puzzle_[cell] == 0;
    for (Digits digits = is_empty ? 0 : puzzle_.allowed(cell); digits != 0; digits &= digits - 1) {
      const auto digit = static_cast<std::size_t>(std::countr_zero(digits));
      entries_.push_back({static_cast<Point>(row), static_cast<Point>(side_ + column),
                          static_cast<Point>(2 * side_ + digit)});
    }
  }

  /// Splits classes until points of a class look alike: they have entries with points of the same
  /// colours, and share a band or stack with points of the same colours. Returns a hash of the
  /// splits that is the same for all isomorphs.
  std::uint64_t refine(Colours& colours) const {
    std::uint64_t trace = 0;
    Colours old;
    do {
      old = colours;
      colours = split(old, trace);
    } while (colours != old);
    return trace;
  }

  Colours split(const Colours& colours, std::uint64_t& trace) const {
    std::array<std::uint64_t, kMaxPoints> hashes{};  // of the colours
    std::array<std::uint64_t, kMaxPoints> views{};   // hash of what each point sees
    std::array<std::uint64_t, kMaxGroups> groups{};
    for (std::size_t point = 0; point < points_; ++point) hashes[point] = mix(colours[point]);
    for (std::size_t point = 0; point < points_; ++point) groups[groups_[point]] += hashes[point];
    for (std::size_t point = 0; point < points_; ++point)
      views[point] = mix(groups[groups_[point]]);
    for (const auto& [row, column, digit] : entries_) {
      views[row] += mix(hashes[column] + hashes[digit]);
      views[column] += mix(hashes[row] + hashes[digit]);
      views[digit] += mix(hashes[row] + hashes[column]);
    }
    std::array<Point, kMaxPoints> order = Isomorphism::in_order<std::array<Point, kMaxPoints>>();
    const auto key = [&](Point point) { return std::tuple(colours[point], views[point]); };
    std::ranges::sort(std::span(order).first(points_), {}, key);
    Colours next{};
    for (std::size_t i = 0; i < points_; ++i) {
      const bool is_first = i == 0 || key(order[i]) != key(order[i - 1]);
      next[order[i]] = is_first ? static_cast<std::uint8_t>(i) : next[order[i - 1]];
      trace = mix(trace + views[order[i]] + colours[order[i]]);
    }
    return next;
  }

  /// Tries all choices for the points that have equal colours. Returns the length of the path at
  /// which to continue: less than before if the choices after that cannot lead to a new form.
  std::size_t visit(const Colours& colours) {
    const std::vector<Point> choices = largest_class(colours);
    const std::size_t level = path_.size();
    if (choices.empty()) return finish(colours);
    std::vector<Point> tried;
    for (const Point choice : choices) {
      if (is_equivalent_to_any(choice, tried)) continue;
      tried.push_back(choice);
      Colours next = colours;
      for (const Point other : choices) {
        if (other != choice) ++next[other];
      }
      const std::uint64_t trace = refine(next);
      if (level < traces_.size() && trace > traces_[level]) continue;
      if (level == traces_.size() || trace < traces_[level]) {
        traces_.resize(level);
        traces_.push_back(trace);
        best_.reset();
      }
      path_.push_back(choice);
      const std::size_t kept = visit(next);
      path_.pop_back();
      if (kept < level) return kept;
    }
    return level;
  }

  /// Returns the points of the first of the largest classes; none if all classes have one point. A
  /// small class would often decide little: in a Latin square, the next row after other rows.
  std::vector<Point> largest_class(const Colours& colours) const {
    std::array<std::size_t, kMaxPoints> sizes{};
    for (std::size_t point = 0; point < points_; ++point) ++sizes[colours[point]];
    const auto largest = std::ranges::max_element(sizes);
    std::vector<Point> points;
    if (*largest == 1) return points;
    for (std::size_t point = 0; point < points_; ++point) {
      if (colours[point] == largest - sizes.begin()) points.push_back(static_cast<Point>(point));
    }
    return points;
  }

  /// Whether known symmetries that keep the choices so far map one of `tried` to `choice`.
  bool is_equivalent_to_any(Point choice, const std::vector<Point>& tried) const {
    if (tried.empty()) return false;
    std::array<Point, kMaxPoints> orbits = Isomorphism::in_order<std::array<Point, kMaxPoints>>();
    for (const Symmetry& symmetry : symmetries_) {
      const auto is_kept = [&](Point point) { return symmetry[point] == point; };
      if (!std::ranges::all_of(path_, is_kept)) continue;
      for (std::size_t point = 0; point < points_; ++point) {
        const Point from = orbits[point];
        const Point to = orbits[symmetry[point]];
        if (from != to) std::replace(orbits.begin(), orbits.end(), from, to);
      }
    }
    return std::ranges::any_of(tried, [&](Point point) { return orbits[point] == orbits[choice]; });
  }

  /// Compares the isomorph of a complete path with the best one. Returns the same as `visit`.
  std::size_t finish(const Colours& colours) {
    const Symmetry order = order_of(colours);
    Isomorphism leaf = start_;
    for (std::size_t i = 0; i < side_; ++i) {
      leaf.rows[i] = order[i];
      leaf.columns[i] = static_cast<std::uint8_t>(order[side_ + i] - side_);
      leaf.digits[order[2 * side_ + i] - 2 * side_ + 1] = static_cast<std::uint8_t>(i + 1);
    }
    const OwnedBoard form = leaf.apply(puzzle_);
    if (best_ && is_less(*best_, form)) return path_.size();
    if (!best_ || is_less(form, *best_)) {
      best_ = form;
      best_order_ = order;
      best_path_ = path_;
      return path_.size();
    }
    Symmetry symmetry{};
    for (std::size_t i = 0; i < points_; ++i) symmetry[best_order_[i]] = order[i];
    symmetries_.push_back(symmetry);
    const auto [end, ignored] = std::ranges::mismatch(path_, best_path_);
    return static_cast<std::size_t>(end - path_.begin());
  }

  /// Returns the rows, columns and digits, each kind ordered by the least colour of their bands or
  /// stacks, and within these by their colours.
  Symmetry order_of(const Colours& colours) const {
    std::array<std::uint8_t, kMaxGroups> least;
    least.fill(kMaxPoints);
    for (std::size_t point = 0; point < points_; ++point) {
      least[groups_[point]] = std::min(least[groups_[point]], colours[point]);
    }
    Symmetry order = Isomorphism::in_order<Symmetry>();
    std::ranges::sort(std::span(order).first(points_), {}, [&](Point point) {
      return std::tuple(point / side_, least[groups_[point]], colours[point]);
    });
    return order;
  }

  Board puzzle_;
  std::size_t side_;
  std::size_t points_;
  Isomorphism start_;  // transposes or not, and permutes nothing
  std::vector<Entry> entries_;
  std::array<std::uint8_t, kMaxPoints> groups_{};  // the band or stack of each point
  std::vector<Symmetry> symmetries_;
  std::vector<Point> path_;            // the choices so far
  std::vector<std::uint64_t> traces_;  // of the best path
  std::optional<OwnedBoard> best_;     // none if the best path is not complete
  Symmetry best_order_{};              // of the points
  std::vector<Point> best_path_;
};

}  // namespace

OwnedBoard refined_canonical_form(const Board& puzzle) {
  OwnedBoard allowed(puzzle);
  if (!puzzle.candidates.empty()) {
    for (std::size_t cell = 0; cell < puzzle.cells.size(); ++cell) {
      allowed.candidates()[cell] = puzzle.allowed(cell);
      allowed.cells()[cell] = 0;
    }
  }
  OwnedBoard form = Search(allowed, false).run();
  if (!can_be_transposed(puzzle.shape)) return form;
  OwnedBoard transposed = Search(allowed, true).run();
  return is_less(transposed, form) ? transposed : form;
}

}  // namespace sudoku
