// MiniSat: plain conflict-driven clause learning.
// N. Een and N. Sorensson, "An Extensible SAT-solver", SAT 2003.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>

// The headers write "..."PRId64 without a blank, which clang rejects.
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wreserved-user-defined-literal"
#endif
#include <minisat/core/Solver.h>
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#include "engines/registry.h"
#include "engines/solvers/sat_engine.h"
#include "engines/solvers/watchdog.h"

namespace sudoku {
namespace {

using Minisat::lbool;  // needed by the macros l_True and l_Undef

class MiniSat {
 public:
  MiniSat(const solvers::Encoding& encoding, SearchMonitor& monitor) : monitor_(monitor) {
    for (int i = 0; i < encoding.variables(); ++i) solver_.newVar();
  }

  void add(std::span<const int> clause) {
    literals_.clear();
    for (const int literal : clause) literals_.push(literal_of(literal));
    solver_.addClause_(literals_);
  }

  bool find() {
    // Most formulas are solved faster than a watchdog thread starts.
    solver_.setPropBudget(kFirstPropagations);
    if (search()) return is_model_;
    solver_.budgetOff();
    while (monitor_.poll()) {
      const solvers::Watchdog watchdog(monitor_, [this] { solver_.interrupt(); });
      if (search()) return is_model_;
    }
    return false;
  }

  bool is_true(int variable) const { return solver_.modelValue(variable - 1) == l_True; }

 private:
  static constexpr std::int64_t kFirstPropagations = 20'000;

  /// Returns whether the search ended, with or without a model.
  bool search() {
    constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max() / 2;
    const std::uint64_t conflicts = solver_.conflicts;
    solver_.setConfBudget(static_cast<std::int64_t>(std::min(monitor_.guesses_left(), kMost)) + 1);
    const lbool status = solver_.solveLimited({});
    const bool may_go_on = monitor_.take_guesses(solver_.conflicts - conflicts);
    is_model_ = may_go_on && status == l_True;
    return !may_go_on || status != l_Undef;
  }

  static Minisat::Lit literal_of(int literal) {
    return Minisat::mkLit(std::abs(literal) - 1, literal < 0);
  }

  SearchMonitor& monitor_;
  Minisat::Solver solver_;
  Minisat::vec<Minisat::Lit> literals_;
  bool is_model_ = false;
};

}  // namespace

std::string package_of_minisat() { return "MiniSat 2.2"; }

std::unique_ptr<Engine> make_minisat(const EngineOptions&) {
  return std::make_unique<solvers::SatEngine<MiniSat>>();
}

}  // namespace sudoku
