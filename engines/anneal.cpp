// Simulated annealing (R. Lewis, "Metaheuristics can solve sudoku puzzles", Journal of Heuristics
// 13, 2007). It may find a solution, and proves nothing.
//
// Singles are filled first. The other cells are filled at random, so that every box has each digit
// once. A move swaps two of these cells in one box. The cost of a board is the number of digits
// that its rows and columns lack, plus the number of cells whose digit is not a candidate. A
// solution has cost 0. A move that adds to the cost is made with probability
// exp(-added / temperature). The temperature falls after each chain of moves. If the lowest cost
// has not improved for several chains, the temperature is reset and the board stays.
//
// The moves depend only on the seed and the puzzle. Moves are not guesses and are not reported, but
// `max_guesses` limits their number. The search gives up after kMaxHeats resets, if singles
// contradict each other, or after the first solution if more are requested.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "engines/problem.h"
#include "engines/random.h"
#include "engines/registry.h"
#include "engines/search_engine.h"
#include "engines/search_monitor.h"

namespace sudoku {
namespace {

/// Counts of each digit in each row and column, and the cost of a board.
class Lines {
 public:
  void set_shape(const Shape& shape) { side_ = shape.side(); }

  void count(std::span<const std::uint8_t> cells) {
    counts_.assign(2 * side_ * (side_ + 1), 0);
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
      ++counts_[at(row_of(cell), cells[cell])];
      ++counts_[at(column_of(cell), cells[cell])];
    }
  }

  /// Returns how many digits the lines lack, summed over all lines.
  int cost() const {
    int missing = 0;
    for (std::size_t line = 0; line < 2 * side_; ++line) {
      for (std::size_t digit = 1; digit <= side_; ++digit) missing += counts_[at(line, digit)] == 0;
    }
    return missing;
  }

  /// Returns the change of the cost if `a` and `b` swap their digits, which must differ.
  int added_by_swap(std::size_t a, std::size_t b, std::size_t digit_a, std::size_t digit_b) const {
    return added_in(row_of(a), row_of(b), digit_a, digit_b) +
           added_in(column_of(a), column_of(b), digit_a, digit_b);
  }
  void swap(std::size_t a, std::size_t b, std::size_t digit_a, std::size_t digit_b) {
    for (const std::size_t line : {row_of(a), column_of(a)}) move(line, digit_a, digit_b);
    for (const std::size_t line : {row_of(b), column_of(b)}) move(line, digit_b, digit_a);
  }

 private:
  std::size_t row_of(std::size_t cell) const { return cell / side_; }
  std::size_t column_of(std::size_t cell) const { return side_ + cell % side_; }
  std::size_t at(std::size_t line, std::size_t digit) const { return line * (side_ + 1) + digit; }

  int added_in(std::size_t line_a, std::size_t line_b, std::size_t digit_a,
               std::size_t digit_b) const {
    if (line_a == line_b) return 0;
    const auto lost = [this](std::size_t line, std::size_t digit) {
      return counts_[at(line, digit)] == 1 ? 1 : 0;
    };
    const auto gained = [this](std::size_t line, std::size_t digit) {
      return counts_[at(line, digit)] == 0 ? 1 : 0;
    };
    return lost(line_a, digit_a) - gained(line_a, digit_b) + lost(line_b, digit_b) -
           gained(line_b, digit_a);
  }
  void move(std::size_t line, std::size_t lost, std::size_t gained) {
    --counts_[at(line, lost)];
    ++counts_[at(line, gained)];
  }

  std::size_t side_ = 0;
  std::vector<std::uint8_t> counts_;  // by row and digit, then by column and digit
};

class AnnealSearch {
 public:
  static constexpr bool kReportsNoGuesses = true;

  explicit AnnealSearch(std::uint64_t seed) : seed_(seed) {}

  void solve(const Board& puzzle, SearchMonitor& monitor) {
    if (!monitor.poll()) return;
    if (!singles_.read(puzzle)) {
      monitor.give_up();
      return;
    }
    start(puzzle.candidates);
    if (find(monitor) && monitor.found({shape_, cells_})) monitor.give_up();
  }

 private:
  static constexpr double kFirstTemperature = 0.5;
  static constexpr double kCooling = 0.99;
  static constexpr int kMaxIdleChains = 40;
  static constexpr int kMaxHeats = 100;
  /// Moves between two checks of the clock.
  static constexpr std::uint64_t kMovesPerPoll = 4096;
  static constexpr int kBitsOfChance = 53;
  static constexpr std::size_t kMaxAdded = 6;  // a move affects two rows, columns and cells

  struct Box {
    std::size_t begin = 0;  // in open_
    std::size_t size = 0;
  };
  struct Move {
    std::size_t a = 0;
    std::size_t b = 0;
    int added = 0;
  };

  /// Starts with the puzzle after singles. In it, every box lacks as many digits as it has empty
  /// cells.
  void start(std::span<const Digits> candidates) {
    const Board board = singles_.board();
    shape_ = board.shape;
    candidates_ = candidates;
    cells_.assign(board.cells.begin(), board.cells.end());
    random_ = Random(seed_);
    for (const std::uint8_t cell : cells_) random_ = Random(random_.next() ^ cell);
    lines_.set_shape(shape_);
    fill_boxes();
    lines_.count(cells_);
    cost_ = lines_.cost();
    if (candidates_.empty()) return;
    for (std::size_t cell = 0; cell < cells_.size(); ++cell) cost_ += excess(cell, cells_[cell]);
  }

  /// Returns true after finding a solution. Otherwise the monitor has the reason.
  bool find(SearchMonitor& monitor) {
    for (int heat = 0; heat < kMaxHeats; ++heat) {
      if (!cool_down(monitor)) return false;
      if (cost_ == 0) return true;
    }
    return monitor.give_up();
  }

  /// Fills each box at random with the digits that it lacks. A box has no empty cells, or two or
  /// more, because singles would fill a last one.
  void fill_boxes() {
    open_.clear();
    box_of_open_.clear();
    for (std::size_t number = 0; number < shape_.side(); ++number) {
      Box box{open_.size(), 0};
      missing_.resize(shape_.side());
      std::iota(missing_.begin(), missing_.end(), std::uint8_t{1});
      const std::size_t group = 3 * cells_.size() + shape_.side() * number;
      for (std::size_t bit = 0; bit < shape_.side(); ++bit) {
        const std::size_t cell = singles_.geometry().candidate(group, bit).cell;
        if (cells_[cell] == 0) open_.push_back(cell);
        std::erase(missing_, cells_[cell]);
      }
      box.size = open_.size() - box.begin;
      box_of_open_.resize(open_.size(), box);
      shuffle(std::span(missing_), random_);
      for (std::size_t i = 0; i < box.size; ++i) cells_[open_[box.begin + i]] = missing_[i];
    }
  }

  /// Draws both cells from one random number. The bias is negligible here.
  Move random_move() {
    const std::uint64_t number = random_.next();
    const auto below = [](std::uint64_t half, std::size_t bound) {
      return static_cast<std::size_t>((half & 0xFFFFFFFFU) * bound >> 32);
    };
    const std::size_t first = below(number, open_.size());
    const Box& box = box_of_open_[first];
    std::size_t second = box.begin + below(number >> 32, box.size - 1);
    if (second >= first) ++second;
    const std::size_t a = open_[first];
    const std::size_t b = open_[second];
    const std::uint8_t digit_a = cells_[a];
    const std::uint8_t digit_b = cells_[b];
    int added = lines_.added_by_swap(a, b, digit_a, digit_b);
    if (!candidates_.empty()) [[unlikely]] {
      added += excess(a, digit_b) - excess(a, digit_a) + excess(b, digit_a) - excess(b, digit_b);
    }
    return {a, b, added};
  }

  /// Returns the cost of a digit that is not a candidate of its cell, or 0.
  int excess(std::size_t cell, std::uint8_t digit) const {
    return (candidates_[cell] & digit_bit(digit)) == 0 ? 1 : 0;
  }

  void make(const Move& move) {
    lines_.swap(move.a, move.b, cells_[move.a], cells_[move.b]);
    std::swap(cells_[move.a], cells_[move.b]);
    cost_ += move.added;
  }

  void set_temperature(double temperature) {
    for (std::size_t added = 1; added <= kMaxAdded; ++added) {
      const double chance = std::exp(-static_cast<double>(added) / temperature);
      thresholds_[added - 1] = static_cast<std::uint64_t>(std::ldexp(chance, kBitsOfChance));
    }
  }

  /// Returns whether to make a move at the current temperature.
  bool accepts(int added) {
    if (added <= 0) return true;
    return random_.next() >> (64 - kBitsOfChance) <
           thresholds_[static_cast<std::size_t>(added) - 1];
  }

  /// Runs chains until the cost is 0 or does not improve any more. Returns false if the monitor
  /// ended the search.
  bool cool_down(SearchMonitor& monitor) {
    double temperature = kFirstTemperature;
    least_cost_ = std::numeric_limits<int>::max();
    for (int idle_chains = 0; idle_chains < kMaxIdleChains && cost_ > 0; temperature *= kCooling) {
      const int least_before = least_cost_;
      set_temperature(temperature);
      if (!run_chain(monitor)) return false;
      idle_chains = least_cost_ < least_before ? 0 : idle_chains + 1;
    }
    return true;
  }

  /// Makes n * n moves for n open cells, or fewer if it finds a solution. Returns false if the
  /// monitor ended the search.
  bool run_chain(SearchMonitor& monitor) {
    for (std::uint64_t left = open_.size() * open_.size(); left > 0 && cost_ > 0;) {
      const std::uint64_t moves = std::min({left, kMovesPerPoll, monitor.guesses_left()});
      if (moves == 0) return monitor.take_guess();
      const std::uint64_t made = run_moves(moves);
      if (!monitor.take_guesses(made) || !monitor.poll()) return false;
      left -= moves;
    }
    return true;
  }

  std::uint64_t run_moves(std::uint64_t moves) {
    for (std::uint64_t made = 0; made < moves; ++made) {
      if (cost_ == 0) return made;
      const Move move = random_move();
      if (accepts(move.added)) make(move);
      least_cost_ = std::min(least_cost_, cost_);
    }
    return moves;
  }

  std::uint64_t seed_;
  Problem singles_;
  Shape shape_;
  std::span<const Digits> candidates_;
  Random random_{0};
  std::vector<std::uint8_t> cells_;
  std::vector<std::size_t> open_;  // cells that singles did not fill, box by box
  std::vector<Box> box_of_open_;   // the box of each open cell
  std::vector<std::uint8_t> missing_;
  Lines lines_;
  int cost_ = 0;
  std::array<std::uint64_t, kMaxAdded> thresholds_{};  // by added cost: numbers below it accept
  int least_cost_ = 0;                                 // since the last reset of the temperature
};

}  // namespace

std::unique_ptr<Engine> make_anneal(const EngineOptions& options) {
  return std::make_unique<SearchEngine<AnnealSearch>>(options.seed);
}

}  // namespace sudoku
