#include "harness/c/sudoku.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "engines/registry.h"
#include "engines/rules.h"
#include "harness/count/counting_engine.h"
#include "harness/generate/puzzle_maker.h"
#include "harness/puzzle/board_kinds.h"
#include "harness/puzzle/owned_boards.h"
#include "harness/puzzle/shapes.h"
#include "harness/puzzle/solving.h"

static_assert(std::string_view(SUDOKU_VERSION) == SUDOKU_PROJECT_VERSION,
              "SUDOKU_VERSION in harness/c/sudoku.h differs from the project version");

namespace sudoku {
namespace {

/// Ends the call with the status unless the condition holds.
void require(bool condition, SudokuStatus status) {
  if (!condition) throw status;
}

/// Calls `work` and converts its exceptions to a status.
template <typename Work>
int status_of(const Work& work) noexcept {
  try {
    work();
    return SUDOKU_OK;
  } catch (SudokuStatus status) {
    return status;
  } catch (const std::bad_alloc&) {
    return SUDOKU_NO_MEMORY;
  } catch (const std::system_error&) {
    return SUDOKU_NO_MEMORY;
  } catch (...) {
    return SUDOKU_BROKEN;
  }
}

/// Returns the defaults, overwritten by the members that the caller's version of the struct has.
template <typename Struct>
Struct with_defaults(const Struct* given, Struct defaults) {
  if (given == nullptr) return defaults;
  require(given->size >= sizeof(given->size), SUDOKU_BAD_ARGUMENT);
  std::memcpy(&defaults, given, std::min(given->size, sizeof defaults));
  return defaults;
}

SudokuOptions checked(const SudokuOptions* given) {
  const SudokuOptions options = with_defaults(given, SudokuOptions SUDOKU_OPTIONS);
  constexpr std::uint64_t kMostThreads = 1024;
  require(options.threads >= 1 && options.threads <= kMostThreads, SUDOKU_BAD_ARGUMENT);
  return options;
}

// --- Boards as text ----------------------------------------------------------------------------

Shape shape_named(const char* name) {
  const auto shape = parse_shape(name);
  require(shape.has_value(), SUDOKU_BAD_SHAPE);
  return *shape;
}

OwnedBoard read_board(const char* given, const char* shape_name) {
  require(given != nullptr, SUDOKU_BAD_ARGUMENT);
  constexpr std::size_t kLongestText = kMaxSideOfSymbols * kMaxSideOfSymbols * kMaxSideOfSymbols;
  static_assert(kLongestText > kLongestLine);
  std::string text(given, strnlen(given, kLongestText + 1));
  const bool has_numbers = text.find(' ') != text.npos;
  if (!has_numbers) std::replace(text.begin(), text.end(), '0', '.');
  const auto shape = shape_name != nullptr ? shape_named(shape_name) : usual_shape_of_text(text);
  require(shape.has_value(), SUDOKU_BAD_BOARD);
  OwnedBoard board(*shape);
  require(parse_board(text, board), SUDOKU_BAD_BOARD);
  return board;
}

/// Requires room for `length` characters and the terminating null.
void require_room(std::size_t length, const char* out, std::size_t size) {
  require(out != nullptr, SUDOKU_BAD_ARGUMENT);
  require(size > length, SUDOKU_NO_ROOM);
}

void write_text(std::string_view text, char* out, std::size_t size) {
  require_room(text.size(), out, size);
  out[text.copy(out, text.size())] = '\0';
}

// --- Engines -----------------------------------------------------------------------------------

/// Returns the engine of the calling thread, made at its first use.
Engine& engine_of(const EngineInfo& info) {
  thread_local std::map<std::string_view, std::unique_ptr<Engine>> engines;
  auto& engine = engines[info.id];
  if (!engine) engine = make_counting_engine(info);
  return *engine;
}

SolveLimits limits_of(const SudokuOptions& options, std::uint64_t max_solutions) {
  constexpr std::chrono::milliseconds kLongest = std::chrono::years(1);
  const auto timeout_ms = std::min<std::uint64_t>(options.timeout_ms, kLongest.count());
  return {.max_solutions = max_solutions,
          .max_time = std::chrono::milliseconds(timeout_ms),
          .threads = static_cast<unsigned>(options.threads)};
}

GeneratePlan plan_of(const SudokuRequirements& requirements) {
  GeneratePlan plan;
  if (requirements.shape != nullptr) plan.shape = shape_named(requirements.shape);
  plan.seed = requirements.seed;
  const std::size_t cells = plan.shape.cells();
  const std::uint32_t most =
      requirements.max_clues == 0 ? static_cast<std::uint32_t>(cells) : requirements.max_clues;
  require(requirements.is_minimal <= 1 && requirements.min_clues <= most && most <= cells,
          SUDOKU_BAD_ARGUMENT);
  DigGoal& goal = plan.goal.emplace();
  goal.min_clues = static_cast<int>(requirements.min_clues);
  goal.max_clues = static_cast<int>(most);
  goal.min_solutions = goal.max_solutions = 1;
  const bool has_clues = requirements.min_clues != 0 || requirements.max_clues != 0;
  if (!has_clues) goal.end = DigEnd::at_first_refusal;
  if (requirements.is_minimal != 0) goal.end = DigEnd::at_last_cell;
  plan.max_attempts = requirements.attempts != 0 ? requirements.attempts : default_attempts(plan);
  return plan;
}

}  // namespace
}  // namespace sudoku

using namespace sudoku;

const char* sudoku_status_text(int status) {
  constexpr std::array kTexts = {
      "success",
      "no solution",
      "the search exceeded the time limit",
      "the number of solutions does not fit into 128 bits",
      "no attempt produced a puzzle that meets the requirements",
      "invalid board: wrong number of cells or invalid character",
      "invalid shape: expected rows and columns of a box, such as 3x4",
      "invalid argument: NULL or out of range",
      "the output buffer is too small",
      "the system refused memory or a thread",
      "internal error",
  };
  const bool is_known = status >= 0 && std::size_t(status) < kTexts.size();
  return is_known ? kTexts[std::size_t(status)] : "unknown status";
}

const char* sudoku_version() { return SUDOKU_VERSION; }

int sudoku_format(SudokuNumber number, char* digits, size_t size) {
  return status_of([&] {
    write_text(format_digits((SolutionCount{number.high} << 64U) | number.low), digits, size);
  });
}

int sudoku_solve(const char* puzzle, const SudokuOptions* options, char* solution, size_t size) {
  return status_of([&] {
    const SudokuOptions valid = checked(options);
    const OwnedBoard board = read_board(puzzle, valid.shape);
    require_room(longest_line(board.shape()), solution, size);
    OwnedBoard solved(board.shape());
    Engine& engine = engine_of(default_engine());
    const SolveResult result =
        solve_block(engine, Board(board), limits_of(valid, 1), solved.cells()).front();
    require(is_solved(result), SUDOKU_TIMEOUT);
    require(result.solutions != 0, SUDOKU_NO_SOLUTION);
    write_text(format_line(solved), solution, size);
  });
}

int sudoku_count(const char* puzzle, const SudokuOptions* options, SudokuNumber* count) {
  return status_of([&] {
    const SudokuOptions valid = checked(options);
    require(count != nullptr, SUDOKU_BAD_ARGUMENT);
    const OwnedBoard board = read_board(puzzle, valid.shape);
    const SolveLimits limits = limits_of(valid, valid.max_solutions);
    Engine& engine = engine_of(fastest_counting_engine(limits, Board(board).kind()));
    const SolveResult result = solve_block(engine, Board(board), limits).front();
    *count = {static_cast<std::uint64_t>(result.solutions),
              static_cast<std::uint64_t>(result.solutions >> 64U)};
    require(is_solved(result), SUDOKU_TIMEOUT);
    require(result.solutions != kMostSolutions, SUDOKU_TOO_MANY);
  });
}

int sudoku_check(const char* solution, const char* puzzle, const SudokuOptions* options) {
  return status_of([&] {
    const SudokuOptions valid = checked(options);
    const OwnedBoard board = read_board(solution, valid.shape);
    const OwnedBoard asked =
        puzzle != nullptr ? read_board(puzzle, valid.shape) : OwnedBoard(board.shape());
    const bool have_candidates = Board(board).kind().have_candidates;
    require(asked.shape() == board.shape() && !have_candidates, SUDOKU_BAD_BOARD);
    require(is_solution_of(board, asked), SUDOKU_NO_SOLUTION);
  });
}

int sudoku_generate(const SudokuRequirements* requirements, char* puzzle, size_t size) {
  return status_of([&] {
    const auto all = with_defaults(requirements, SudokuRequirements SUDOKU_REQUIREMENTS);
    const GeneratePlan plan = plan_of(all);
    require_room(longest_line(plan.shape), puzzle, size);
    const std::atomic<bool> never{false};
    const MadePuzzles made =
        make_puzzles(plan, all.number, 1, engine_of(uniqueness_engine(plan.shape)), never);
    require(made.failure.empty(), SUDOKU_NOT_FOUND);
    write_text(format_line(made.puzzles[0]), puzzle, size);
  });
}
