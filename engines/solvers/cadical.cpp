// CaDiCaL: conflict-driven clause learning with inprocessing.
// Armin Biere, Katalin Fazekas, Mathias Fleury, Maximilian Heisinger: CaDiCaL, Kissat, Paracooba,
// Plingeling and Treengeling entering the SAT Competition 2020.

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
  Cadical(int variables, SearchMonitor& monitor) : monitor_(monitor) {
    solver_.set("quiet", 1);
    if (variables > kMostTidied) leave_untidied();
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
    return tell_conflicts() && status == kSatisfiable;
  }

  bool is_true(int variable) { return solver_.val(variable) > 0; }

 private:
  /// With more variables, as nearly empty boards of 25x25 and more have, there are millions of
  /// clauses.
  static constexpr int kMostTidied = 10'000;

  /// It does not look at the time while it goes through all clauses, to simplify them or to collect
  /// what is dropped. Of so many that takes too long, and they need few conflicts.
  void leave_untidied() {
    constexpr int kConflicts = 100'000;
    solver_.set("inprocessing", 0);
    solver_.set("reduceint", kConflicts);
  }

  bool terminate() override { return !tell_conflicts() || !monitor_.look(); }

  /// Hears of each clause as it is learned, of most conflicts one.
  bool learning(int) override {
    ++conflicts_;
    return false;
  }
  void learn(int) override {}

  bool tell_conflicts() { return monitor_.take_guesses(std::exchange(conflicts_, 0)); }

  SearchMonitor& monitor_;
  std::uint64_t conflicts_ = 0;  // that the monitor does not know of
  CaDiCaL::Solver solver_;
};

}  // namespace

std::string package_of_cadical() {
  return std::string("CaDiCaL ") + CaDiCaL::Solver::version();
}

std::unique_ptr<Engine> make_cadical(const EngineOptions&) {
  return std::make_unique<solvers::SatEngine<Cadical>>();
}

}  // namespace sudoku
