// CaDiCaL: conflict-driven clause learning with inprocessing.
// A. Biere, K. Fazekas, M. Fleury and M. Heisinger, "CaDiCaL, Kissat, Paracooba, Plingeling and
// Treengeling entering the SAT Competition 2020".

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include <cadical.hpp>

#include "engines/registry.h"
#include "engines/solvers/sat_engine.h"

namespace sudoku {
namespace {

class Cadical final : CaDiCaL::Terminator, CaDiCaL::Learner {
 public:
  Cadical(const solvers::Encoding& encoding, SearchMonitor& monitor) : monitor_(monitor) {
    solver_.set("quiet", 1);
    if (solvers::clause_count(encoding) > kMostSimplified) disable_simplification();
    solver_.connect_terminator(this);
    solver_.connect_learner(this);
  }
  ~Cadical() override {
    solver_.disconnect_learner();
    solver_.disconnect_terminator();
  }
  Cadical(const Cadical&) = delete;
  Cadical& operator=(const Cadical&) = delete;

  void add(std::span<const int> clause) {
    for (const int literal : clause) solver_.add(literal);
    solver_.add(0);
  }

  bool find() {
    constexpr int kSatisfiable = 10;
    const int status = solver_.solve();
    return report_conflicts() && status == kSatisfiable;
  }

  bool is_true(int variable) { return solver_.val(variable) > 0; }

 private:
  /// Number of clauses. Nearly empty boards of 25x25 and larger have more.
  static constexpr std::size_t kMostSimplified = 500'000;

  /// CaDiCaL does not call terminate() while it simplifies or collects clauses. With millions of
  /// clauses that takes longer than the limits allow. Such formulas need few conflicts anyway.
  void disable_simplification() {
    constexpr int kConflicts = 100'000;
    solver_.set("inprocessing", 0);
    solver_.set("reduceint", kConflicts);
  }

  bool terminate() override { return !report_conflicts() || !monitor_.poll(); }

  /// CaDiCaL calls this function for each learned clause, so for nearly every conflict.
  bool learning(int) override {
    ++conflicts_;
    return false;
  }
  void learn(int) override {}

  bool report_conflicts() { return monitor_.take_guesses(std::exchange(conflicts_, 0)); }

  SearchMonitor& monitor_;
  std::uint64_t conflicts_ = 0;  // not yet reported to the monitor
  CaDiCaL::Solver solver_;
};

}  // namespace

std::string package_of_cadical() { return std::string("CaDiCaL ") + CaDiCaL::Solver::version(); }

std::unique_ptr<Engine> make_cadical(const EngineOptions&) {
  return std::make_unique<solvers::SatEngine<Cadical>>();
}

}  // namespace sudoku
