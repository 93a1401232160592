// Tests the engines that support boards of any shape, on shapes other than 9x9.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engines/registry.h"
#include "engines/rules.h"
#include "tests/catch.h"
#include "tests/engines/board_source.h"
#include "tests/engines/engine_testing.h"

namespace sudoku {
namespace {

using Cells = BoardSource::Cells;

template <typename Check>
void for_each_engine_of_any_shape(Check&& check) {
  for (const EngineInfo& info : all_engines()) {
    if (has(info.traits, EngineTraits::k9x9Only)) continue;
    if (has(info.traits, EngineTraits::kIncomplete)) continue;
    INFO("engine " << info.id);
    if (const auto engine = info.make({})) check(*engine, info.id);
  }
}

/// Keeps the solutions and counts the wrong ones.
class KeepingSink final : public SolutionSink {
 public:
  explicit KeepingSink(const Board& puzzle) : puzzle_(puzzle) {}
  void on_solution(std::size_t, const Board& solution) override {
    if (!is_solution_of(solution, puzzle_)) ++wrong;
    solutions.push_back(format_line(solution));
  }
  bool are_different() const {
    return std::set(solutions.begin(), solutions.end()).size() == solutions.size();
  }
  std::vector<std::string> solutions;
  int wrong = 0;

 private:
  Board puzzle_;
};

SolveResult solve(Engine& engine, const Board& puzzle, const SolveLimits& limits) {
  SolveResult result;
  engine.solve(puzzle, limits, {{&result, 1}, {}}, nullptr);
  return result;
}

/// Solves a board. Checks that the listed solutions are right, different and as many as counted,
/// and that the first one is returned.
SolveResult solve_and_check(Engine& engine, const Board& puzzle, const SolveLimits& limits) {
  SolveResult result;
  Cells first(puzzle.cells.size());
  KeepingSink sink(puzzle);
  engine.solve(puzzle, limits, {{&result, 1}, first}, &sink);
  CHECK(format_count(result.solutions) == std::to_string(sink.solutions.size()));
  CHECK(sink.wrong == 0);
  CHECK(sink.are_different());
  if (!sink.solutions.empty()) CHECK(sink.solutions.front() == format_line({puzzle.shape, first}));
  return result;
}

Cells empty_board(const Shape& shape) { return Cells(shape.cells()); }

/// Returns a board with the first row in ascending order.
Cells with_first_row(const Shape& shape) {
  Cells cells = empty_board(shape);
  for (std::size_t i = 0; i < shape.side(); ++i) cells[i] = static_cast<std::uint8_t>(i + 1);
  return cells;
}

std::string name_of(const Shape& shape) {
  return std::to_string(shape.box_rows) + "x" + std::to_string(shape.box_columns);
}

}  // namespace

TEST_CASE("engines for any shape count all boards of 4x4", "[shapes]") {
  for_each_engine_of_any_shape([](Engine& engine, std::string_view) {
    const SolveResult result = solve_and_check(engine, {{2, 2}, empty_board({2, 2})}, limit_of(0));
    CHECK((result.solutions == 288));
    CHECK(result.outcome == Outcome::exhausted);
    CHECK(result.guesses >= 287);
  });
}

TEST_CASE("engines for any shape support boxes that are not square", "[shapes]") {
  // Of the 28,200,960 solved boards of 6x6, 1 of 6! has this first row. 1 of 3! of these has the
  // rest of this box, and 1 of 4 of these has a 2 below it.
  const Shape wide{2, 3};
  Cells cells = with_first_row(wide);
  for (const std::uint8_t digit : {4, 5, 6}) cells[wide.side() + digit - 4U] = digit;
  cells[2 * wide.side()] = 2;
  const Shape tall{3, 2};
  Cells transposed = empty_board(tall);
  for (std::size_t i = 0; i < cells.size(); ++i) transposed[i % 6 * 6 + i / 6] = cells[i];
  for_each_engine_of_any_shape([&](Engine& engine, std::string_view) {
    CHECK((solve(engine, {wide, cells}, limit_of(0)).solutions == 28'200'960 / 720 / 6 / 4));
    CHECK((solve(engine, {tall, transposed}, limit_of(0)).solutions == 28'200'960 / 720 / 6 / 4));
  });
}

TEST_CASE("engines for any shape count the Latin squares of small orders", "[shapes]") {
  struct {
    std::uint8_t order;
    std::uint64_t squares;
  } const known[] = {{2, 2}, {3, 12}, {4, 576}};
  for (const auto& [order, squares] : known) {
    INFO("order " << +order);
    const Shape shape{1, order};
    for_each_engine_of_any_shape([&](Engine& engine, std::string_view) {
      const SolveResult result = solve_and_check(engine, {shape, empty_board(shape)}, limit_of(0));
      CHECK(format_count(result.solutions) == std::to_string(squares));
      CHECK(result.outcome == Outcome::exhausted);
    });
  }
}

TEST_CASE("engines for any shape accept solved boards and refute equal clues in a house",
          "[shapes]") {
  for (const Shape shape : {Shape{2, 2}, Shape{1, 4}, Shape{3, 5}, Shape{1, 64}, Shape{8, 8}}) {
    INFO("boxes " << name_of(shape));
    BoardSource source(shape, 4);
    const Cells solved = source.solved();
    Cells equal_in_row = empty_board(shape);
    equal_in_row[0] = equal_in_row[shape.side() - 1] = 1;
    Cells equal_in_column = empty_board(shape);
    equal_in_column[0] = equal_in_column[shape.cells() - shape.side()] = 1;
    Cells equal_in_box = empty_board(shape);
    equal_in_box[0] = equal_in_box[(shape.box_rows - 1) * shape.side() + shape.box_columns - 1] = 1;
    for_each_engine_of_any_shape([&](Engine& engine, std::string_view) {
      const SolveResult kept = solve_and_check(engine, {shape, solved}, limit_of(0));
      CHECK((kept.solutions == 1));
      CHECK(kept.guesses == 0);
      for (const Cells& cells : {equal_in_row, equal_in_column, equal_in_box}) {
        const SolveResult refused = solve_and_check(engine, {shape, cells}, limit_of(0));
        CHECK((refused.solutions == 0));
        CHECK(refused.outcome == Outcome::exhausted);
      }
    });
  }
}

TEST_CASE("engines for any shape have the same answers in a block and alone", "[shapes]") {
  const Shape shape{2, 4};
  BoardSource source(shape, 5);
  Cells block;
  for (int i = 0; i < 20; ++i) {
    const Cells puzzle = source.maybe_damaged_puzzle(25);
    block.insert(block.end(), puzzle.begin(), puzzle.end());
  }
  const Boards puzzles{shape, block};
  for_each_engine_of_any_shape([&](Engine& engine, std::string_view) {
    std::vector<SolveResult> together(puzzles.size());
    Cells solutions(block.size());
    engine.solve(puzzles, limit_of(3), {together, solutions}, nullptr);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      const SolveResult alone = solve(engine, puzzles[i], limit_of(3));
      CHECK((alone.solutions == together[i].solutions));
      CHECK(alone.guesses == together[i].guesses);
      if (alone.solutions == 0) continue;
      CHECK(is_solution_of(Boards{shape, solutions}[i], puzzles[i]));
    }
  });
}

TEST_CASE("engines for any shape can change the shape between calls", "[shapes]") {
  for_each_engine_of_any_shape([](Engine& engine, std::string_view) {
    CHECK((solve(engine, {{2, 2}, empty_board({2, 2})}, limit_of(0)).solutions == 288));
    CHECK((solve_one(engine, Grid{}, limit_of(3)).solutions == 3));
    SolveLimits few_guesses = limit_of(1);
    few_guesses.max_guesses = 5000;
    solve_and_check(engine, {{6, 6}, empty_board({6, 6})}, few_guesses);
    CHECK((solve(engine, {{2, 2}, empty_board({2, 2})}, limit_of(0)).solutions == 288));
  });
}

TEST_CASE("engines for any shape stop at the limit of guesses", "[shapes]") {
  for_each_engine_of_any_shape([](Engine& engine, std::string_view) {
    for (const std::uint64_t most : {1U, 7U, 500U}) {
      SolveLimits limits = limit_of(0);
      limits.max_guesses = most;
      for (const Shape shape : {Shape{2, 3}, Shape{4, 4}, Shape{5, 5}}) {
        const SolveResult result = solve_and_check(engine, {shape, empty_board(shape)}, limits);
        CHECK(result.outcome == Outcome::guess_limit);
        CHECK(result.guesses == most);
      }
    }
  });
}

// Real time is the subject. No engine finishes these empty boards.
TEST_CASE("time limit, deadline and stop signal stop a search on large boards", "[shapes]") {
  const Shape shape = GENERATE(Shape{6, 6}, Shape{8, 8}, Shape{1, 64});
  const Cells empty = empty_board(shape);
  for_each_engine_of_any_shape([&](Engine& engine, std::string_view) {
    SolveLimits by_time = limit_of(0);
    by_time.max_time = std::chrono::milliseconds(1);
    CHECK(solve(engine, {shape, empty}, by_time).outcome == Outcome::timeout);
    SolveLimits by_deadline = limit_of(0);
    by_deadline.deadline = std::chrono::steady_clock::now();
    CHECK(solve(engine, {shape, empty}, by_deadline).outcome == Outcome::stopped);
    const std::atomic<bool> stop{true};
    SolveLimits by_stop = limit_of(0);
    by_stop.stop = &stop;
    CHECK(solve(engine, {shape, empty}, by_stop).outcome == Outcome::stopped);
  });
}

TEST_CASE("a stop signal stops a running listing on 16x16", "[shapes]") {
  const Shape shape{4, 4};
  const Cells puzzle = BoardSource(shape, 6).puzzle(110);
  for_each_engine_of_any_shape([&](Engine& engine, std::string_view) {
    StopAfterSolutions sink(1);
    SolveLimits limits = limit_of(0);
    limits.stop = &sink.stop;
    SolveResult result;
    engine.solve({shape, puzzle}, limits, {{&result, 1}, {}}, &sink);
    CHECK((result.solutions >= 1));
  });
}

TEST_CASE("stack lists solutions of other shapes in the selected order", "[shapes]") {
  const Shape shape{2, 3};
  const Cells cells = BoardSource(shape, 7).puzzle(28);
  const Board puzzle{shape, cells};
  const auto list = [&](std::string_view id, CellOrder order) {
    KeepingSink sink(puzzle);
    SolveResult result;
    find_engine(id)->make({order})->solve(puzzle, limit_of(0), {{&result, 1}, {}}, &sink);
    REQUIRE(sink.solutions.size() > 2);
    return sink.solutions;
  };
  const std::vector<std::string> by_row = list("stack", CellOrder::row);
  CHECK(std::is_sorted(by_row.begin(), by_row.end()));
  CHECK((list("naive", CellOrder::row) == by_row));
  const std::vector<std::string> by_column = list("stack", CellOrder::column);
  const auto transposed = [](const std::string& board) {
    std::string result;
    for (std::size_t i = 0; i < 36; ++i) result += board[i % 6 * 6 + i / 6];
    return result;
  };
  CHECK(std::is_sorted(by_column.begin(), by_column.end(), [&](const auto& a, const auto& b) {
    return transposed(a) < transposed(b);
  }));
}

TEST_CASE("a trait determines the shapes that an engine supports", "[shapes]") {
  for (const std::string_view id : {"naive", "stack", "dlx", "bitmask"}) {
    CHECK(supports(find_engine(id)->traits, Shape{4, 5}));
  }
  CHECK_FALSE(supports(find_engine("lanes_scalar")->traits, Shape{4, 5}));
  for (const EngineInfo& info : all_engines()) CHECK(supports(info.traits, k9x9));
}

}  // namespace sudoku
