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
#include "engines/solvers/dimacs.h"
#include "engines/solvers/program.h"
#include "engines/solvers/sat_engine.h"

namespace sudoku {
namespace {

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

/// Starts the program at the first search. The program lists all models, so clauses that exclude
/// earlier models are not needed.
class Clasp {
 public:
  Clasp(const solvers::Encoding& encoding, SearchMonitor& monitor)
      : monitor_(monitor), formula_(encoding.variables()), model_(encoding.variables()) {}

  void add(std::span<const int> clause) {
    if (!program_) formula_.add(clause);
  }

  bool find() {
    if (!program_ && !start()) return false;
    bool is_line = false;
    while (program_->read(line_, is_line)) {
      if (!monitor_.poll()) return false;
      if (!is_line) continue;
      if (line_.starts_with('v')) {
        const Line line = model_.read(std::string_view(line_).substr(1));
        if (line == Line::invalid) return monitor_.fail();
        if (line == Line::complete) return true;
      }
      if (line_.starts_with(kConflicts) && !take_conflicts()) return false;
    }
    switch (program_->wait()) {
      case kNoSolution:
      case kAllSolutions: return false;
      case kUnknown:
      case kSomeSolutions: return monitor_.take_guesses(monitor_.guesses_left() + 1);
      default: return monitor_.fail();
    }
  }

  bool is_true(int variable) const { return model_.is_true(variable); }

 private:
  using Line = solvers::DimacsModel::Line;

  /// Sends the formula. Returns false if the monitor ended the search.
  bool start() {
    program_.emplace(arguments_for(monitor_.limits(), monitor_.guesses_left()));
    for (std::string_view text : {formula_.head(), formula_.clauses()}) {
      while (!text.empty() && program_->write(text)) {
        if (!monitor_.poll()) return false;
      }
    }
    program_->end_input();
    return true;
  }

  bool take_conflicts() {
    const auto begin = line_.find_first_not_of(" :", kConflicts.size());
    std::uint64_t conflicts = 0;
    if (begin != line_.npos) {
      std::from_chars(line_.data() + begin, line_.data() + line_.size(), conflicts);
    }
    return monitor_.take_guesses(conflicts);
  }

  SearchMonitor& monitor_;
  solvers::DimacsText formula_;
  solvers::DimacsModel model_;
  std::optional<solvers::Program> program_;
  std::string line_;
};

}  // namespace

std::string package_of_clasp() {
  static const std::string version = solvers::first_line_of({"clasp", "--version"});
  return version;
}

std::unique_ptr<Engine> make_clasp(const EngineOptions&) {
  return package_of_clasp().empty() ? nullptr : std::make_unique<solvers::SatEngine<Clasp>>();
}

}  // namespace sudoku
