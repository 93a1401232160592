// clasp: conflict-driven clause learning that lists all solutions. Runs as a sub-process.
// M. Gebser, B. Kaufmann and T. Schaub, "Conflict-driven answer set solving: From theory to
// practice", Artificial Intelligence 187, 2012.

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/registry.h"
#include "engines/search_engine.h"
#include "engines/search_monitor.h"
#include "engines/solvers/deferred_deletion.h"
#include "engines/solvers/dimacs.h"
#include "engines/solvers/program.h"
#include "engines/solvers/sat_engine.h"

namespace sudoku {
namespace {

using solvers::Program;

constexpr std::string_view kConflicts = "c Conflicts ";

/// Exit codes of clasp.
enum Status { kUnknown = 0, kSomeSolutions = 10, kNoSolution = 20, kAllSolutions = 30 };

/// Returns the command line. Its limits end the search of a process that nobody stops.
std::vector<std::string> arguments_for(const SolveLimits& limits, std::uint64_t max_conflicts) {
  constexpr std::uint64_t kMost = std::numeric_limits<int>::max();
  std::vector<std::string> arguments{
      "clasp", "--verbose=0", "--stats",
      "--models=" + std::to_string(std::min(limits.max_solutions, kMost))};
  if (max_conflicts < kMost) {
    arguments.push_back("--solve-limit=" + std::to_string(max_conflicts + 1));
  }
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(limits.max_time).count();
  if (0 < seconds && seconds < std::numeric_limits<int>::max()) {
    arguments.push_back("--time-limit=" + std::to_string(seconds + 1));
  }
  return arguments;
}

class ClaspSearch {
 public:
  static constexpr bool kReportsNoGuesses = true;

  void solve(const Board& puzzle, SearchMonitor& monitor) {
    search(puzzle, monitor);
    if (!is_solved(monitor.result())) deletion_.destroy(std::move(question_));
    question_.reset();
  }

 private:
  void search(const Board& puzzle, SearchMonitor& monitor) {
    if (!encoding_.begin(puzzle, monitor)) return;
    question_ = std::make_unique<Question>(encoding_.variables());
    if (!add_clauses(encoding_, question_->formula, monitor)) return;
    Program& program =
        question_->program.emplace(arguments_for(monitor.limits(), monitor.guesses_left()));
    for (std::string_view text : {question_->formula.head(), question_->formula.clauses()}) {
      while (!text.empty() && program.write(text)) {
        if (!monitor.poll()) return;
      }
    }
    program.end_input();
    if (!take_answers(program, monitor)) return;
    switch (program.wait()) {
      case kNoSolution:
      case kAllSolutions: return;
      case kUnknown:
      case kSomeSolutions: monitor.take_guesses(monitor.guesses_left() + 1); return;
      default: monitor.fail();
    }
  }

  /// Reads the output. Returns false if the monitor ended the search.
  bool take_answers(Program& program, SearchMonitor& monitor) {
    solvers::DimacsModel model(encoding_.variables());
    bool is_line = false;
    while (program.read(line_, is_line)) {
      if (!monitor.poll()) return false;
      if (!is_line) continue;
      if (line_.starts_with('v') && !take_literals(model, monitor)) return false;
      if (line_.starts_with(kConflicts) && !take_conflicts(monitor)) return false;
    }
    return true;
  }

  bool take_literals(solvers::DimacsModel& model, SearchMonitor& monitor) {
    using Line = solvers::DimacsModel::Line;
    const Line line = model.read(std::string_view(line_).substr(1));
    if (line == Line::invalid) return monitor.fail();
    if (line == Line::incomplete) return true;
    const auto is_true = [&model](int variable) { return model.is_true(variable); };
    return monitor.found(encoding_.solution(is_true, true_ones_)) && monitor.take_guess();
  }

  bool take_conflicts(SearchMonitor& monitor) const {
    const auto begin = line_.find_first_not_of(" :", kConflicts.size());
    std::uint64_t conflicts = 0;
    if (begin != line_.npos) {
      std::from_chars(line_.data() + begin, line_.data() + line_.size(), conflicts);
    }
    return monitor.take_guesses(conflicts);
  }

  /// State for one puzzle.
  struct Question {
    explicit Question(int variables) : formula(variables) {}
    solvers::DimacsText formula;
    std::optional<Program> program;
  };

  solvers::Encoding encoding_;
  std::vector<int> true_ones_;
  std::unique_ptr<Question> question_;
  std::string line_;
  solvers::DeferredDeletion deletion_;
};

}  // namespace

std::string package_of_clasp() {
  static const std::string version = solvers::first_line_of({"clasp", "--version"});
  return version;
}

std::unique_ptr<Engine> make_clasp(const EngineOptions&) {
  return package_of_clasp().empty() ? nullptr : std::make_unique<SearchEngine<ClaspSearch>>();
}

}  // namespace sudoku
