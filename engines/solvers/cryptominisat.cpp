// CryptoMiniSat: conflict-driven clause learning with inprocessing and XOR reasoning.
// M. Soos, K. Nohl and C. Castelluccia, "Extending SAT Solvers to Cryptographic Problems", SAT
// 2009.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <cryptominisat5/cryptominisat.h>

#include "engines/registry.h"
#include "engines/solvers/sat_engine.h"
#include "engines/solvers/watchdog.h"

namespace sudoku {
namespace {

class CryptoMiniSat {
 public:
  CryptoMiniSat(const solvers::Encoding& encoding, SearchMonitor& monitor)
      : monitor_(monitor), is_small_(encoding.variables() <= kSmall) {
    solver_.new_vars(static_cast<std::size_t>(encoding.variables()));
  }

  void add(std::span<const int> clause) {
    literals_.clear();
    for (const int literal : clause) {
      literals_.emplace_back(static_cast<std::uint32_t>(std::abs(literal)) - 1, literal < 0);
    }
    solver_.add_clause(literals_);
  }

  bool find() {
    // Most small formulas are solved faster than a watchdog thread starts.
    if (is_small_ && search(kFirstConflicts)) return is_model_;
    while (monitor_.poll()) {
      const solvers::Watchdog watchdog(monitor_, [this] { is_over_.store(true); });
      if (search(kMost)) return is_model_;
    }
    return false;
  }

  bool is_true(int variable) const {
    return solver_.get_model()[static_cast<std::size_t>(variable) - 1] == CMSat::l_True;
  }

 private:
  static constexpr int kSmall = 729;
  static constexpr std::uint64_t kFirstConflicts = 100;
  static constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max() / 2;

  /// Returns whether the search ended, with or without a model.
  bool search(std::uint64_t max_conflicts) {
    solver_.set_max_confl(std::min({max_conflicts, monitor_.guesses_left(), kMost - 1}) + 1);
    const CMSat::lbool status = solver_.solve();
    const bool may_go_on = monitor_.take_guesses(solver_.get_last_conflicts());
    is_model_ = may_go_on && status == CMSat::l_True;
    return !may_go_on || status != CMSat::l_Undef;
  }

  SearchMonitor& monitor_;
  bool is_small_;
  bool is_model_ = false;
  std::atomic<bool> is_over_{false};
  CMSat::SATSolver solver_{nullptr, &is_over_};
  std::vector<CMSat::Lit> literals_;
};

}  // namespace

std::string package_of_cryptominisat() {
  return std::string("CryptoMiniSat ") + CMSat::SATSolver::get_version();
}

std::unique_ptr<Engine> make_cryptominisat(const EngineOptions&) {
  return std::make_unique<solvers::SatEngine<CryptoMiniSat>>();
}

}  // namespace sudoku
