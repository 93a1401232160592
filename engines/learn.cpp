// Conflict-driven clause learning (Marques-Silva and Sakallah 1999) on the groups of the board
// themselves.
//
// That exactly one option of a group is true is stored nowhere: a chosen option excludes the
// others, a group with one option left chooses it, and what is left of a group where two houses
// cross excludes the rest of the other one (locked candidates). Why a literal is true is worked out
// when a conflict asks. Only learned clauses are kept and watched; in them one chosen option stands
// for those that it excludes, and after the first turn of restarts one literal of a level for those
// that it makes false (Fleury and Biere 2021). Restarts go by turns in a stable mode, whose
// decisions repeat the longest assignment without a conflict (target phases, renewed from time to
// time), and a focused one.
//
// Of the solutions the first few are excluded by a clause each, which no reduction drops, and the
// search stays free; then each binds it to the order of its decisions, as in a plain search, and
// takes no memory (Gebser, Kaufmann, Neumann and Schaub 2007).
//
// A guess is a decision: either value of an option that is open. After a restart decisions are
// taken anew and count anew, so that guesses measure work, and the tree that they span may be
// smaller.
//
// A puzzle begins with nothing learned. Clauses take 24 MiB at most, and their watches 16 bytes a
// clause; all else is in proportion to the options of a board.
//
// Tried, and not faster:
// - vivification of learned clauses (a quarter of their literals go, which costs what it saves);
// - eager subsumption of the latest learned clauses by a new one (many go, but there are as many
//   conflicts);
// - matching for one digit, of its rows with its columns, with Hall sets as reasons (Regin 1994; it
//   hardly excludes what groups and locked candidates do not);
// - matching in each row, column and box, of cells with digits (a third fewer conflicts in proofs,
//   each of which takes far longer);
// - conclusions of groups before those of clauses (faster to a solution, far slower in proofs), or
//   those of clauses before those of groups;
// - stable mode alone (slower in proofs) or focused mode alone (slower to a solution);
// - locked candidates before clauses;
// - to keep half of the clauses or a tenth, other decays of activity, in one of the modes alone,
//   too, other units of Luby's sequence;
// - restarts that keep the decisions that would be taken again, or soon after two conflicts; modes
//   half as long; clauses kept up to a higher glue if used;
// - to count the options in the reasons of a learned clause for the conflict, too, always or in
//   focused mode (fewer conflicts in proofs, each of which takes longer; slower to a solution);
// - options for the part of a row or a column in a box, so that locked candidates are units
//   (CaDiCaL, given them as clauses, proves later with them than without);
// - clauses made shorter from the first turn on (slower to a solution), or in focused mode alone,
//   after two turns or once a solution is found (slower in proofs);
// - failed literals, each option probed at the root from time to time (one in 50 goes in the first
//   round, and hardly one later);
// - a place in each clause where the search for a literal to watch goes on (Gent 2013);
// - to fetch the next clause or list of watches ahead of need; to leave a watch where it is, beside
//   a true literal.

#include "engines/learn/search.h"
#include "engines/registry.h"
#include "engines/search_monitor.h"

namespace sudoku {
namespace {

class LearnEngine final : public Engine {
 public:
  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override {
    SearchMonitor monitor(limits, answers, sink, puzzles.shape);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      if (monitor.begin(i)) search_.run(puzzles[i], monitor);
    }
  }

 private:
  learn::Search search_;
};

}  // namespace

std::unique_ptr<Engine> make_learn(const EngineOptions&) {
  return std::make_unique<LearnEngine>();
}

}  // namespace sudoku
