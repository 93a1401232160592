// Simulated annealing: may find a solution, and proves nothing.
//
// Singles come first. What they leave is filled at random, so that every box has each digit once. A
// move swaps two cells of a box that singles did not fill; the cost of a board is the number of
// digits that are missing in its rows and columns, and a solution has none (R. Lewis,
// Metaheuristics can solve sudoku puzzles, Journal of Heuristics 13, 2007). A move that adds to the
// cost is made with probability exp(-added / temperature). The temperature begins with the standard
// deviation of the cost over some moves and falls from chain to chain of moves; where the least
// cost has not fallen for some chains, the board is heated up again, as it is.
//
// The moves follow from the seed and the puzzle alone. None is a guess, and none are told: a limit
// of guesses is one of moves. The search gives up after so many heats, where singles contradict
// each other, which it takes for no proof, and after the first solution where more are asked for.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "engines/random.h"
#include "engines/registry.h"
#include "engines/search_monitor.h"
#include "engines/solvers/encoding.h"

namespace sudoku {
namespace {

/// How often each digit stands in each row and column, and what that costs.
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

  /// The digits that are missing in all lines.
  int cost() const {
    int missing = 0;
    for (std::size_t line = 0; line < 2 * side_; ++line) {
      for (std::size_t digit = 1; digit <= side_; ++digit) missing += counts_[at(line, digit)] == 0;
    }
    return missing;
  }

  /// What the cost rises by if `a` and `b` swap their different digits.
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

/// Whether to make a move, at one temperature.
class Acceptance {
 public:
  explicit Acceptance(double temperature) {
    for (std::size_t added = 0; added < kMostAdded; ++added) {
      const double chance = std::exp(-static_cast<double>(added + 1) / temperature);
      thresholds_[added] = static_cast<std::uint64_t>(chance * kUnit);
    }
  }

  bool accepts(int added, Random& random) const {
    if (added <= 0) return true;
    return random.next() >> (64 - kBits) < thresholds_[static_cast<std::size_t>(added) - 1];
  }

 private:
  static constexpr int kBits = 53;
  static constexpr double kUnit = 9007199254740992.0;  // 2^53
  static constexpr std::size_t kMostAdded = 4;         // two rows and two columns

  std::array<std::uint64_t, kMostAdded> thresholds_;
};

class Annealing {
 public:
  /// Begins with what singles left of a puzzle: every box misses as many digits as it has empty
  /// cells.
  void set(const Board& settled, std::uint64_t seed) {
    shape_ = settled.shape;
    cells_.assign(settled.cells.begin(), settled.cells.end());
    random_ = Random(seed);
    for (const std::uint8_t cell : cells_) random_ = Random(random_.next() ^ cell);
    lines_.set_shape(shape_);
    fill_boxes();
    lines_.count(cells_);
    cost_ = lines_.cost();
  }

  /// True with a solution; else the monitor has been told why there is none.
  bool find(SearchMonitor& monitor) {
    for (int heat = 0; heat < kMostHeats; ++heat) {
      if (!cool_down(monitor)) return false;
      if (cost_ == 0) return true;
    }
    return monitor.give_up();
  }

  Board board() const { return {shape_, cells_}; }

 private:
  static constexpr double kFirstTemperature = 0.5;
  static constexpr double kCooling = 0.99;
  static constexpr int kMostIdleChains = 40;
  static constexpr int kMostHeats = 100;
  /// Between two looks at the clock.
  static constexpr std::uint64_t kMostMoves = 4096;

  struct Box {
    std::size_t begin = 0;  // in open_
    std::size_t size = 0;
  };
  struct Move {
    std::size_t a = 0;
    std::size_t b = 0;
    int added = 0;
  };

  std::size_t box_of(std::size_t cell) const {
    const std::size_t row = cell / shape_.side();
    const std::size_t column = cell % shape_.side();
    return row / shape_.box_rows * shape_.box_rows + column / shape_.box_columns;
  }

  /// Fills each box at random with what it misses. Where singles left cells of a box, they left two
  /// or more.
  void fill_boxes() {
    open_.clear();
    box_of_open_.clear();
    for (std::size_t number = 0; number < shape_.side(); ++number) {
      Box box{open_.size(), 0};
      missing_.resize(shape_.side());
      for (std::size_t i = 0; i < missing_.size(); ++i) {
        missing_[i] = static_cast<std::uint8_t>(i + 1);
      }
      for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
        if (box_of(cell) != number) continue;
        if (cells_[cell] == 0) open_.push_back(cell);
        std::erase(missing_, cells_[cell]);
      }
      box.size = open_.size() - box.begin;
      box_of_open_.resize(open_.size(), box);
      shuffle(std::span(missing_), random_);
      for (std::size_t i = 0; i < box.size; ++i) cells_[open_[box.begin + i]] = missing_[i];
    }
  }

  /// One number for both cells. That some are likelier by 2^-24 does not matter here.
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
    return {a, b, lines_.added_by_swap(a, b, cells_[a], cells_[b])};
  }

  void make(const Move& move) {
    lines_.swap(move.a, move.b, cells_[move.a], cells_[move.b]);
    std::swap(cells_[move.a], cells_[move.b]);
    cost_ += move.added;
  }

  /// Runs chains until a solution is there, or until the least cost does not fall any more. False
  /// once the monitor ended the search; so are those below.
  bool cool_down(SearchMonitor& monitor) {
    double temperature = kFirstTemperature;
    least_cost_ = std::numeric_limits<int>::max();
    for (int idle_chains = 0; idle_chains < kMostIdleChains && cost_ > 0; temperature *= kCooling) {
      const int least_before = least_cost_;
      if (!run_chain(Acceptance(temperature), monitor)) return false;
      idle_chains = least_cost_ < least_before ? 0 : idle_chains + 1;
    }
    return true;
  }

  /// As many moves as there are ordered pairs of open cells, or up to a solution.
  bool run_chain(const Acceptance& acceptance, SearchMonitor& monitor) {
    for (std::uint64_t left = open_.size() * open_.size(); left > 0 && cost_ > 0;) {
      const std::uint64_t moves = std::min({left, kMostMoves, monitor.guesses_left()});
      if (moves == 0) return monitor.take_guess();
      const std::uint64_t made = run_moves(moves, acceptance);
      if (!monitor.take_guesses(made) || !monitor.look()) return false;
      left -= moves;
    }
    return true;
  }

  std::uint64_t run_moves(std::uint64_t moves, const Acceptance& acceptance) {
    for (std::uint64_t made = 0; made < moves; ++made) {
      if (cost_ == 0) return made;
      const Move move = random_move();
      if (acceptance.accepts(move.added, random_)) make(move);
      least_cost_ = std::min(least_cost_, cost_);
    }
    return moves;
  }

  Shape shape_;
  Random random_{0};
  std::vector<std::uint8_t> cells_;
  std::vector<std::size_t> open_;  // cells that singles left, box by box
  std::vector<Box> box_of_open_;   // of each of them
  std::vector<std::uint8_t> missing_;
  Lines lines_;
  int cost_ = 0;
  int least_cost_ = 0;  // since the last heat
};

class AnnealEngine final : public Engine {
 public:
  explicit AnnealEngine(std::uint64_t seed) : seed_(seed) {}

  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override {
    solve_each_board_without_guesses(
        puzzles, limits, answers, sink,
        [this](const Board& puzzle, SearchMonitor& monitor) { search(puzzle, monitor); });
  }

 private:
  void search(const Board& puzzle, SearchMonitor& monitor) {
    if (!monitor.look()) return;
    if (!singles_.set(puzzle)) {
      monitor.give_up();
      return;
    }
    annealing_.set(singles_.settled(), seed_);
    if (annealing_.find(monitor) && monitor.found(annealing_.board())) monitor.give_up();
  }

  std::uint64_t seed_;
  solvers::Encoding singles_;
  Annealing annealing_;
};

}  // namespace

std::unique_ptr<Engine> make_anneal(const EngineOptions& options) {
  return std::make_unique<AnnealEngine>(options.seed);
}

}  // namespace sudoku
