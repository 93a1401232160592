// Conflict-driven clause learning (J. P. Marques-Silva and K. A. Sakallah, "GRASP", 1999) on the
// cells and houses of the board.
//
// A group is a set of options: the digits of a cell, or the places of a digit in a row, column or
// box. Exactly one of them is true. A Latin square has no boxes, and so no locked candidates.
// Groups are not stored as clauses. Propagation has three rules: it excludes the other options of a
// group with a chosen option, chooses the last option of a group, and applies locked candidates to
// crossing houses. Reasons for literals are computed only when a conflict needs them. Learned
// clauses use two watched literals. In a learned clause one chosen option replaces the options that
// it excludes. After the first mode of restarts, one literal per level may replace the literals
// that it makes false (M. Fleury and A. Biere, 2021).
//
// Restarts alternate between two modes. In stable mode, decisions repeat the longest assignment
// without a conflict (target phases), which is renewed from time to time. Focused mode restarts
// often.
//
// Each of the first few solutions is excluded by a permanent clause, and the search stays free.
// Later solutions are excluded by flipping the last decision, as in a plain tree search, which
// needs no memory (M. Gebser, B. Kaufmann, A. Neumann and T. Schaub, 2007).
//
// On boards with boxes, decisions follow activity (VSIDS). In Latin squares, they choose an option
// of a group with the fewest open options, which needs far fewer conflicts near the phase
// transition.
//
// A guess is a decision: one value of an open option. Decisions after a restart count again, so
// that guesses measure work. The search tree may be smaller.
//
// Nothing learned is kept for the next puzzle. Clauses take at most 24 MiB, and their watches 16
// bytes per clause. All other memory is proportional to the number of options of a board.

#include "engines/learn/search.h"
#include "engines/registry.h"
#include "engines/search_engine.h"

namespace sudoku {

std::unique_ptr<Engine> make_learn(const EngineOptions&) {
  return std::make_unique<SearchEngine<learn::Search>>();
}

}  // namespace sudoku
