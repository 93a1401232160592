#include "harness/external/hosted_solver.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <vector>

#include <dlfcn.h>

#include "engines/registry.h"
#include "harness/external/engine_host.h"
#include "harness/measure/external_engine.h"

namespace sudoku {
namespace {

/// The function of a plugin; see PluginSource.
using SolveFunction = std::size_t (*)(const char* puzzle, std::size_t limit, std::uint32_t config,
                                      char* solution, std::size_t* guesses);

std::size_t function_limit(std::uint64_t max_solutions) {
  return max_solutions != 0 ? max_solutions : std::numeric_limits<std::size_t>::max();
}

class PluginSolver final : public HostedSolver {
 public:
  explicit PluginSolver(SolveFunction function) : solve_(function) {}

  void solve(const HostBoard& puzzle, const SolveLimits& limits,
             HostAnswers::Entry& answer) override {
    std::size_t guesses = kUntold;
    answer.solutions = solve_(puzzle.data(), function_limit(limits.max_solutions), 0,
                              answer.solution.data(), &guesses);
    answer.outcome = static_cast<std::uint8_t>(outcome_of(answer.solutions, limits.max_solutions));
    answer.has_guesses = guesses != kUntold ? 1 : 0;
    answer.guesses = guesses != kUntold ? guesses : 0;
    answer.has_solution = answer.solution[0] != '\0' ? 1 : 0;
  }

  void complete(const HostBoard& puzzle, HostAnswers::Entry& answer) override {
    if (only_counts_ || answer.has_solution != 0 || answer.solutions == 0) return;
    std::size_t guesses = 0;
    solve_(puzzle.data(), 1, 0, answer.solution.data(), &guesses);
    answer.has_solution = answer.solution[0] != '\0' ? 1 : 0;
    only_counts_ = answer.has_solution == 0;
  }

 private:
  /// What a function that does not tell its guesses leaves in their place.
  static constexpr std::size_t kUntold = std::numeric_limits<std::size_t>::max() - 80;

  SolveFunction solve_;
  bool only_counts_ = false;
};

/// The engine of this process, what it is to keep to and what it said last.
struct OwnEngine {
  std::unique_ptr<Engine> engine;
  const SolveLimits* limits = nullptr;
  SolveResult result;
  Grid solution;
};
OwnEngine own;

void write_solution(const SolveResult& result, const Grid& solution, char* text) {
  if (result.solutions > 0 && result.has_solution) format_line(solution, text);
}

/// The function of a plugin that has this engine, but for the limit, which is that of `own`.
std::size_t solve_with_own(const char* puzzle, std::size_t, std::uint32_t, char* solution,
                           std::size_t* guesses) {
  Grid grid;
  parse_line({puzzle, kCells}, grid);
  own.result = {};
  own.engine->solve(grid, *own.limits, {{&own.result, 1}, own.solution.cells}, nullptr);
  write_solution(own.result, own.solution, solution);
  *guesses = own.result.guesses;
  return static_cast<std::size_t>(own.result.solutions);
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
class BuiltinSolver final : public HostedSolver {
 public:
  explicit BuiltinSolver(std::string_view kind) : takes_blocks_(kind == kBuiltinBlocksKind) {}

  bool takes_blocks() const override { return takes_blocks_; }

  void solve(const HostBoard& puzzle, const SolveLimits& limits,
             HostAnswers::Entry& answer) override {
    std::size_t guesses = 0;
    own.limits = &limits;
    solve_(puzzle.data(), 0, 0, answer.solution.data(), &guesses);
    tell(own.result, answer);
  }

  void solve_block(std::span<const HostBoard> puzzles, const SolveLimits& limits,
                   std::span<HostAnswers::Entry> answers) override {
    grids_.resize(puzzles.size());
    results_.assign(puzzles.size(), {});
    solutions_.resize(puzzles.size());
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      parse_line({puzzles[i].data(), kCells}, grids_[i]);
    }
    own.engine->solve(boards_of(grids_), limits, {results_, cells_of(solutions_)}, nullptr);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      tell(results_[i], answers[i]);
      write_solution(results_[i], solutions_[i], answers[i].solution.data());
    }
  }

 private:
  SolveFunction solve_ = solve_with_own;
  bool takes_blocks_;
  std::vector<Grid> grids_;
  std::vector<SolveResult> results_;
  std::vector<Grid> solutions_;
};

SolveFunction load(const std::string& file, const std::string& symbol) {
  void* library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw std::runtime_error(::dlerror());
  void* function = ::dlsym(library, symbol.c_str());
  if (function == nullptr) throw std::runtime_error(::dlerror());
  return reinterpret_cast<SolveFunction>(function);
}

const EngineInfo& engine_named(const std::string& id) {
  const EngineInfo* info = find_engine(id);
  if (info == nullptr) throw std::runtime_error("there is no engine " + id);
  return *info;
}

}  // namespace

std::unique_ptr<HostedSolver> make_hosted_solver(const std::string& kind, const std::string& name,
                                                 const std::string& detail) {
  if (kind == kPluginKind) return std::make_unique<PluginSolver>(load(name, detail));
  const EngineInfo& info = engine_named(name);
  own.engine = info.make(options_of(detail));
  if (kind == kBuiltinKind || kind == kBuiltinBlocksKind) {
    return std::make_unique<BuiltinSolver>(kind);
  }
  own.limits = &plugin_limits;
  return std::make_unique<PluginSolver>(solve_as_plugin);
}

}  // namespace sudoku
