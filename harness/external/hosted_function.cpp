#include "harness/external/hosted_function.h"

#include <algorithm>
#include <limits>
#include <span>
#include <stdexcept>
#include <vector>

#include "engines/block_answers.h"
#include "engines/grid.h"
#include "engines/registry.h"
#include "harness/external/external_executor.h"
#include "harness/external/plugin_library.h"

namespace sudoku {
namespace {

/// The limit of a function of either kind.
std::uint64_t function_limit(std::uint64_t max_solutions) {
  return max_solutions != 0 ? max_solutions : std::numeric_limits<std::uint64_t>::max();
}

/// Whether anything of it is: one that begins with an empty cell is a wrong one.
bool is_solution_told(const HostedBoards& boards, std::size_t i) {
  const std::span solution(boards.solutions + i * boards.stride, boards.stride);
  return std::ranges::any_of(solution, [](std::uint8_t cell) { return cell != 0; });
}

/// Calls a function that takes a board as text.
class TextSolver final : public HostedFunction {
 public:
  TextSolver(TextFunction function, std::uint32_t config) : solve_(function), config_(config) {}

  std::optional<BoardForm> form() const override { return BoardForm::text; }

  void solve(const HostedBoards& boards, const SolveLimits& limits) override {
    HostAnswers::Entry& answer = boards.answers[0];
    std::size_t guesses = kUntold;
    answer.solutions = call(boards, function_limit(limits.max_solutions), guesses);
    answer.outcome = static_cast<std::uint8_t>(outcome_of(answer.solutions, limits.max_solutions));
    answer.has_guesses = guesses != kUntold ? 1 : 0;
    answer.guesses = guesses != kUntold ? guesses : 0;
    answer.has_solution = is_solution_told(boards, 0) ? 1 : 0;
  }

  void complete(const HostedBoards& board) override {
    HostAnswers::Entry& answer = board.answers[0];
    if (only_counts_ || answer.has_solution != 0 || answer.solutions == 0) return;
    std::size_t guesses = 0;
    call(board, 1, guesses);
    answer.has_solution = is_solution_told(board, 0) ? 1 : 0;
    only_counts_ = answer.has_solution == 0;
  }

 private:
  /// What a function that does not tell its guesses leaves in their place.
  static constexpr std::size_t kUntold = std::numeric_limits<std::size_t>::max() - 80;

  std::size_t call(const HostedBoards& board, std::size_t limit, std::size_t& guesses) {
    return solve_(reinterpret_cast<const char*>(board.puzzles), limit, config_,
                  reinterpret_cast<char*>(board.solutions), &guesses);
  }

  TextFunction solve_;
  std::uint32_t config_;
  bool only_counts_ = false;
};

/// What a function of blocks is given with boards, and leaves of them.
class BlockCall {
 public:
  void make_room(std::size_t boards) {
    counts_.assign(boards, {});
    guesses_.assign(boards, SUDOKU_GUESSES_UNKNOWN);
  }

  /// Returns what the function does.
  int call(BlockFunction function, const HostedBoards& boards, std::uint64_t limit,
           std::uint32_t config) {
    make_room(boards.size);
    const SudokuBlock block{
        boards.shape.box_rows, boards.shape.box_columns, config,         boards.size,    limit,
        boards.puzzles,        boards.solutions,         counts_.data(), guesses_.data()};
    return function(&block);
  }

  SolutionCount count(std::size_t i) const {
    return SolutionCount{counts_[i].high} << 64U | counts_[i].low;
  }
  std::uint64_t guesses(std::size_t i) const { return guesses_[i]; }

 private:
  std::vector<SudokuCount> counts_;
  std::vector<std::uint64_t> guesses_;
};

/// Calls a function of blocks.
class BlockSolver final : public HostedFunction {
 public:
  BlockSolver(BlockFunction function, std::uint32_t config)
      : function_(function), config_(config) {}

  std::optional<BoardForm> form() const override { return BoardForm::cells; }

  void make_room(std::size_t boards) override { block_.make_room(boards); }

  void solve(const HostedBoards& boards, const SolveLimits& limits) override {
    const int refusal =
        block_.call(function_, boards, function_limit(limits.max_solutions), config_);
    for (std::size_t i = 0; i < boards.size; ++i) {
      HostAnswers::Entry& answer = boards.answers[i];
      answer.refusal = refusal;
      answer.solutions = block_.count(i);
      answer.outcome =
          static_cast<std::uint8_t>(outcome_of(answer.solutions, limits.max_solutions));
      answer.has_guesses = block_.guesses(i) != SUDOKU_GUESSES_UNKNOWN ? 1 : 0;
      answer.guesses = answer.has_guesses != 0 ? block_.guesses(i) : 0;
      answer.has_solution = is_solution_told(boards, i) ? 1 : 0;
    }
  }

  void complete(const HostedBoards& board) override {
    HostAnswers::Entry& answer = board.answers[0];
    if (only_counts_ || answer.has_solution != 0 || answer.solutions == 0) return;
    block_.call(function_, board, 1, config_);
    answer.has_solution = is_solution_told(board, 0) ? 1 : 0;
    only_counts_ = answer.has_solution == 0;
  }

 private:
  BlockFunction function_;
  std::uint32_t config_;
  BlockCall block_;
  bool only_counts_ = false;
};

/// The engine of this process, what it is to keep to and what it said last.
struct OwnEngine {
  std::unique_ptr<Engine> engine;
  const SolveLimits* limits = nullptr;
  std::vector<SolveResult> results{1};
  Grid solution;
};
OwnEngine own;

void write_solution(const SolveResult& result, const Grid& solution, char* text) {
  if (result.solutions > 0 && result.has_solution) format_line(solution, text);
}

/// The functions of a plugin that has this engine, but for the limit, which is that of `own`.
std::size_t solve_with_own(const char* puzzle, std::size_t, std::uint32_t, char* solution,
                           std::size_t* guesses) {
  Grid grid;
  parse_line({puzzle, kCells}, grid);
  SolveResult& result = own.results.front();
  result = {};
  own.engine->solve(grid, *own.limits, {{&result, 1}, own.solution.cells}, nullptr);
  write_solution(result, own.solution, solution);
  *guesses = result.guesses;
  return static_cast<std::size_t>(result.solutions);
}

int solve_block_with_own(const SudokuBlock* block) {
  answer_block(*own.engine, *block, *own.limits, own.results);
  return SUDOKU_SOLVED;
}

SolveLimits plugin_limits;

/// The function of a plugin, in this program: what a plugin made of one of its engines would be.
std::size_t solve_as_plugin(const char* puzzle, std::size_t limit, std::uint32_t config,
                            char* solution, std::size_t* guesses) {
  plugin_limits.max_solutions = limit;
  return solve_with_own(puzzle, limit, config, solution, guesses);
}

void tell(const SolveResult& result, HostAnswers::Entry& answer) {
  answer.solutions = result.solutions;
  answer.guesses = result.guesses;
  answer.has_guesses = result.has_guesses ? 1 : 0;
  answer.has_solution = result.has_solution ? 1 : 0;
  answer.outcome = static_cast<std::uint8_t>(result.outcome);
}

/// The engine of this process, called by the function of a plugin, so that no code lies in its way
/// that does not lie in that of a plugin.
class BuiltinSolver final : public HostedFunction {
 public:
  void make_room(std::size_t boards) override {
    block_.make_room(boards);
    own.results.assign(boards, {});
    grids_.assign(boards, {});
    solutions_.assign(boards, {});
  }

  void solve(const HostedBoards& boards, const SolveLimits& limits) override {
    own.limits = &limits;
    if (boards.form == BoardForm::cells) {
      block_.call(block_function_, boards, 0, 0);
    } else if (boards.size == 1) {
      std::size_t guesses = 0;
      text_function_(reinterpret_cast<const char*>(boards.puzzles), 0, 0,
                     reinterpret_cast<char*>(boards.solutions), &guesses);
    } else {
      solve_texts(boards);
    }
    for (std::size_t i = 0; i < boards.size; ++i) tell(own.results[i], boards.answers[i]);
  }

 private:
  void solve_texts(const HostedBoards& boards) {
    grids_.resize(boards.size);
    solutions_.resize(boards.size);
    own.results.assign(boards.size, {});
    for (std::size_t i = 0; i < boards.size; ++i) {
      parse_line({reinterpret_cast<const char*>(boards.puzzles + i * kTextRoom), kCells},
                 grids_[i]);
    }
    own.engine->solve(boards_of(grids_), *own.limits, {own.results, cells_of(solutions_)}, nullptr);
    for (std::size_t i = 0; i < boards.size; ++i) {
      write_solution(own.results[i], solutions_[i],
                     reinterpret_cast<char*>(boards.solutions + i * kTextRoom));
    }
  }

  TextFunction text_function_ = solve_with_own;
  BlockFunction block_function_ = solve_block_with_own;
  BlockCall block_;
  std::vector<Grid> grids_;
  std::vector<Grid> solutions_;
};

const EngineInfo& engine_named(const std::string& id) {
  const EngineInfo* info = find_engine(id);
  if (info == nullptr) throw std::runtime_error("there is no engine " + id);
  return *info;
}

std::unique_ptr<HostedFunction> solver_of(const PluginFunction& function, std::uint32_t config) {
  if (function.block != nullptr) return std::make_unique<BlockSolver>(function.block, config);
  return std::make_unique<TextSolver>(function.text, config);
}

}  // namespace

std::unique_ptr<HostedFunction> make_hosted_function(const HostedSource& source) {
  if (source.kind == kPluginKind) {
    return solver_of(load_plugin(source.name, source.detail), source.config);
  }
  own.engine = engine_named(source.name).make(options_of(source.detail));
  if (source.kind == kBuiltinKind) return std::make_unique<BuiltinSolver>();
  own.limits = &plugin_limits;
  return std::make_unique<TextSolver>(solve_as_plugin, 0);
}

}  // namespace sudoku
