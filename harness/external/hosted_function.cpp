#include "harness/external/hosted_function.h"

#include <algorithm>
#include <stdexcept>

#include <dlfcn.h>
#include <fmt/format.h>

#include "engines/block_answers.h"
#include "engines/grid.h"
#include "engines/plugin.h"
#include "engines/registry.h"
#include "harness/external/external_executor.h"

namespace sudoku {
namespace {

/// Solves one 9x9 board; see harness/external/README.md. `config` is the number of the plugin.
using TextFunction = std::size_t (*)(const char* puzzle, std::size_t limit, std::uint32_t config,
                                     char* solution, std::size_t* guesses);
/// Solves boards of any shape; see engines/plugin.h.
using BlockFunction = int (*)(const SudokuBlock* block);

constexpr const char* kTextSymbol = "SolveSudoku";
constexpr const char* kBlockSymbol = "SolveSudokuBlock";

std::string version_symbol(const std::string& symbol) { return symbol + "_block_version"; }

/// Returns the limit that a plugin gets.
std::uint64_t plugin_limit(std::uint64_t max_solutions) {
  return max_solutions != 0 ? max_solutions : std::numeric_limits<std::uint64_t>::max();
}

/// Returns whether the engine wrote any cell of the solution. A partly written one is wrong.
bool is_solution_written(const HostedBoards& boards, std::size_t i) {
  const std::span solution(boards.solutions + i * boards.stride, boards.stride);
  return std::ranges::any_of(solution, [](std::uint8_t cell) { return cell != 0; });
}

/// Writes the answer of a plugin for one board.
void write_answer(const HostedBoards& boards, std::size_t i, SolutionCount solutions,
                  std::optional<std::uint64_t> guesses, const SolveLimits& limits) {
  HostAnswers::Entry& answer = boards.answers[i];
  answer.solutions = solutions;
  answer.outcome = static_cast<std::uint8_t>(outcome_of(solutions, limits.max_solutions));
  answer.has_guesses = guesses ? 1 : 0;
  answer.guesses = guesses.value_or(0);
  answer.has_solution = is_solution_written(boards, i) ? 1 : 0;
}

class TextPlugin final : public HostedFunction {
 public:
  TextPlugin(TextFunction function, std::uint32_t config) : function_(function), config_(config) {}

  std::optional<BoardForm> only_form() const override { return BoardForm::text; }

  void solve(const HostedBoards& boards, const SolveLimits& limits) override {
    std::size_t guesses = kUnknown;
    const std::size_t solutions = call(boards, plugin_limit(limits.max_solutions), guesses);
    write_answer(boards, 0, solutions,
                 guesses != kUnknown ? std::optional<std::uint64_t>(guesses) : std::nullopt,
                 limits);
  }

  void ask_for_solution(const HostedBoards& board) override {
    std::size_t guesses = 0;
    call(board, 1, guesses);
    board.answers[0].has_solution = is_solution_written(board, 0) ? 1 : 0;
  }

 private:
  /// Value of `guesses` if the function leaves it unchanged.
  static constexpr std::size_t kUnknown = std::numeric_limits<std::size_t>::max() - 80;

  std::size_t call(const HostedBoards& board, std::size_t limit, std::size_t& guesses) {
    return function_(reinterpret_cast<const char*>(board.puzzles), limit, config_,
                     reinterpret_cast<char*>(board.solutions), &guesses);
  }

  TextFunction function_;
  std::uint32_t config_;
};

/// Arguments and return values of a block function.
class BlockCall {
 public:
  void reserve(std::size_t boards) {
    counts_.assign(boards, {});
    guesses_.assign(boards, SUDOKU_GUESSES_UNKNOWN);
  }

  /// Returns the return value of the function.
  int call(BlockFunction function, const HostedBoards& boards, std::uint64_t limit,
           std::uint32_t config) {
    reserve(boards.size);
    const SudokuBlock block{
        boards.shape.box_rows, boards.shape.box_columns, config,         boards.size,    limit,
        boards.puzzles,        boards.solutions,         counts_.data(), guesses_.data()};
    return function(&block);
  }

  SolutionCount count(std::size_t i) const {
    return SolutionCount{counts_[i].high} << 64U | counts_[i].low;
  }
  std::optional<std::uint64_t> guesses(std::size_t i) const {
    if (guesses_[i] == SUDOKU_GUESSES_UNKNOWN) return std::nullopt;
    return guesses_[i];
  }

 private:
  std::vector<SudokuCount> counts_;
  std::vector<std::uint64_t> guesses_;
};

class BlockPlugin final : public HostedFunction {
 public:
  BlockPlugin(BlockFunction function, std::uint32_t config)
      : function_(function), config_(config) {}

  std::optional<BoardForm> only_form() const override { return BoardForm::cells; }

  void reserve(std::size_t boards) override { block_.reserve(boards); }

  void solve(const HostedBoards& boards, const SolveLimits& limits) override {
    const int status = block_.call(function_, boards, plugin_limit(limits.max_solutions), config_);
    for (std::size_t i = 0; i < boards.size; ++i) {
      boards.answers[i].status = status;
      write_answer(boards, i, block_.count(i), block_.guesses(i), limits);
    }
  }

  void ask_for_solution(const HostedBoards& board) override {
    block_.call(function_, board, 1, config_);
    board.answers[0].has_solution = is_solution_written(board, 0) ? 1 : 0;
  }

 private:
  BlockFunction function_;
  std::uint32_t config_;
  BlockCall block_;
};

/// The engine of this process and the answers of its last call. Global, because a C function has no
/// other access to it.
struct BuiltinEngine {
  std::unique_ptr<Engine> engine;
  const SolveLimits* limits = nullptr;
  std::vector<SolveResult> results{1};
  Grid solution;
};
BuiltinEngine builtin;

void write_solution(const SolveResult& result, const Grid& solution, char* text) {
  if (result.solutions > 0 && result.has_solution) format_line(solution, text);
}

/// A TextFunction that solves with `builtin` and its limits.
std::size_t solve_builtin_text(const char* puzzle, std::size_t, std::uint32_t, char* solution,
                               std::size_t* guesses) {
  Grid grid;
  parse_line({puzzle, kCells}, grid);
  SolveResult& result = builtin.results.front();
  result = {};
  builtin.engine->solve(grid, *builtin.limits, {{&result, 1}, builtin.solution.cells}, nullptr);
  write_solution(result, builtin.solution, solution);
  *guesses = result.guesses;
  return static_cast<std::size_t>(result.solutions);
}

/// A BlockFunction that solves with `builtin` and its limits.
int solve_builtin_block(const SudokuBlock* block) {
  answer_block(*builtin.engine, *block, *builtin.limits, builtin.results);
  return SUDOKU_SOLVED;
}

SolveLimits plugin_limits;

/// A TextFunction that does what a plugin made from a built-in engine does.
std::size_t solve_as_plugin(const char* puzzle, std::size_t limit, std::uint32_t config,
                            char* solution, std::size_t* guesses) {
  plugin_limits.max_solutions = limit;
  return solve_builtin_text(puzzle, limit, config, solution, guesses);
}

/// Calls the built-in engine through function pointers, so that the call has the same overhead as
/// for a plugin.
class BuiltinFunction final : public HostedFunction {
 public:
  void reserve(std::size_t boards) override {
    block_.reserve(boards);
    builtin.results.assign(boards, {});
    grids_.assign(boards, {});
    solutions_.assign(boards, {});
  }

  void solve(const HostedBoards& boards, const SolveLimits& limits) override {
    builtin.limits = &limits;
    if (boards.form == BoardForm::cells) {
      block_.call(block_function_, boards, 0, 0);
    } else if (boards.size == 1) {
      std::size_t guesses = 0;
      text_function_(reinterpret_cast<const char*>(boards.puzzles), 0, 0,
                     reinterpret_cast<char*>(boards.solutions), &guesses);
    } else {
      solve_texts(boards);
    }
    for (std::size_t i = 0; i < boards.size; ++i) {
      const SolveResult& result = builtin.results[i];
      HostAnswers::Entry& answer = boards.answers[i];
      answer.solutions = result.solutions;
      answer.guesses = result.guesses;
      answer.has_guesses = result.has_guesses ? 1 : 0;
      answer.has_solution = result.has_solution ? 1 : 0;
      answer.outcome = static_cast<std::uint8_t>(result.outcome);
    }
  }

 private:
  void solve_texts(const HostedBoards& boards) {
    grids_.resize(boards.size);
    solutions_.resize(boards.size);
    builtin.results.assign(boards.size, {});
    for (std::size_t i = 0; i < boards.size; ++i) {
      parse_line({reinterpret_cast<const char*>(boards.puzzles + i * kTextRoom), kCells},
                 grids_[i]);
    }
    builtin.engine->solve(boards_of(grids_), *builtin.limits,
                          {builtin.results, cells_of(solutions_)}, nullptr);
    for (std::size_t i = 0; i < boards.size; ++i) {
      write_solution(builtin.results[i], solutions_[i],
                     reinterpret_cast<char*>(boards.solutions + i * kTextRoom));
    }
  }

  TextFunction text_function_ = solve_builtin_text;
  BlockFunction block_function_ = solve_builtin_block;
  BlockCall block_;
  std::vector<Grid> grids_;
  std::vector<Grid> solutions_;
};

/// Returns the address of a symbol; null if there is none.
void* find_symbol(void* library, const std::string& symbol) {
  return ::dlsym(library, symbol.c_str());
}

BlockFunction load_block_function(void* library, const std::string& symbol, std::uint32_t version) {
  void* function = find_symbol(library, symbol);
  if (function == nullptr) throw std::runtime_error(::dlerror());
  if (version != SUDOKU_BLOCK_VERSION) {
    throw std::runtime_error(
        fmt::format("{} has version {} of engines/plugin.h, this program supports version {}",
                    symbol, version, SUDOKU_BLOCK_VERSION));
  }
  return reinterpret_cast<BlockFunction>(function);
}

/// Loads the function `symbol` or, if it is empty, the first of kBlockSymbol and kTextSymbol. A
/// function with a version symbol is a block function.
std::unique_ptr<HostedFunction> load_plugin(const std::string& file, const std::string& symbol,
                                            std::uint32_t config) {
  using VersionFunction = std::uint32_t (*)();
  void* library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw std::runtime_error(::dlerror());
  const std::string block_symbol = symbol.empty() ? kBlockSymbol : symbol;
  if (void* const version = find_symbol(library, version_symbol(block_symbol))) {
    return std::make_unique<BlockPlugin>(
        load_block_function(library, block_symbol, reinterpret_cast<VersionFunction>(version)()),
        config);
  }
  void* const function = find_symbol(library, symbol.empty() ? kTextSymbol : symbol);
  const bool means_block = symbol == kBlockSymbol || (symbol.empty() && function == nullptr);
  if (means_block && find_symbol(library, kBlockSymbol) != nullptr) {
    throw std::runtime_error(
        fmt::format("exports {} without {}; use SUDOKU_BLOCK_FUNCTION of engines/plugin.h",
                    kBlockSymbol, version_symbol(kBlockSymbol)));
  }
  if (function != nullptr) {
    return std::make_unique<TextPlugin>(reinterpret_cast<TextFunction>(function), config);
  }
  throw std::runtime_error(
      symbol.empty()
          ? fmt::format("exports no function {} or {}; in C++ it has to be extern \"C\" "
                        "(FILE.so:SYMBOL names another one)",
                        kBlockSymbol, kTextSymbol)
          : fmt::format("exports no function {}; in C++ it has to be extern \"C\"", symbol));
}

}  // namespace

std::unique_ptr<HostedFunction> make_hosted_function(const HostedEngine& engine) {
  if (engine.kind == HostedKind::plugin) {
    return load_plugin(engine.name, engine.symbol, engine.config);
  }
  const EngineInfo* info = find_engine(engine.name);
  if (info == nullptr) throw std::runtime_error("there is no engine " + engine.name);
  builtin.engine = info->make(engine.options);
  if (engine.kind == HostedKind::builtin) return std::make_unique<BuiltinFunction>();
  builtin.limits = &plugin_limits;
  return std::make_unique<TextPlugin>(solve_as_plugin, 0);
}

}  // namespace sudoku
