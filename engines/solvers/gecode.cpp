// Gecode: constraint propagation (all-different, domain consistency) and depth-first search.
// C. Schulte, G. Tack and M. Z. Lagerkvist, "Modeling and Programming with Gecode".

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gecode/int.hh>
#include <gecode/minimodel.hh>
#include <gecode/search.hh>

#include "engines/registry.h"
#include "engines/search_engine.h"
#include "engines/solvers/encoding.h"

namespace sudoku {
namespace {

/// One variable per cell. Branches on a variable with the fewest values. Among these, chooses the
/// one whose constraints failed most often.
class Model final : public Gecode::Space {
 public:
  Model(const Shape& shape, const solvers::Encoding& encoding)
      : cells_(*this, static_cast<int>(shape.cells()), 1, static_cast<int>(shape.side())) {
    restrict_to(encoding);
    const int side = static_cast<int>(shape.side());
    const Gecode::Matrix<Gecode::IntVarArray> board(cells_, side, side);
    for (int i = 0; i < side; ++i) {
      const int row = i / shape.box_rows * shape.box_rows;
      const int column = i % shape.box_rows * shape.box_columns;
      differ(board.row(i));
      differ(board.col(i));
      if (shape.is_latin()) continue;
      differ(board.slice(column, column + shape.box_columns, row, row + shape.box_rows));
    }
    constexpr double kDecay = 0.99;
    Gecode::branch(*this, cells_,
                   Gecode::tiebreak(Gecode::INT_VAR_SIZE_MIN(), Gecode::INT_VAR_AFC_MAX(kDecay)),
                   Gecode::INT_VAL_MIN());
  }
  Model(Model& other) : Space(other) { cells_.update(*this, other.cells_); }
  Gecode::Space* copy() override { return new Model(*this); }

  int digit(int cell) const { return cells_[cell].val(); }

 private:
  void restrict_to(const solvers::Encoding& encoding) {
    std::vector<std::vector<int>> digits(static_cast<std::size_t>(cells_.size()));
    for (int variable = 1; variable <= encoding.variables(); ++variable) {
      digits[encoding.place(variable).cell].push_back(encoding.place(variable).digit);
    }
    for (std::size_t cell = 0; cell < digits.size(); ++cell) {
      const std::uint8_t settled = encoding.settled()[cell];
      if (settled != 0) digits[cell] = {settled};
      const Gecode::IntArgs values(digits[cell]);
      const Gecode::IntSet domain(values);
      Gecode::dom(*this, cells_[static_cast<int>(cell)], domain);
    }
  }

  void differ(const Gecode::IntVarArgs& house) { Gecode::distinct(*this, house, Gecode::IPL_DOM); }

  Gecode::IntVarArray cells_;
};

/// Passes limits and guesses between Gecode and the monitor. A node of the tree is a failure, a
/// solution, or a choice between two children, which is one guess.
class Limits final : public Gecode::Search::Stop {
 public:
  explicit Limits(SearchMonitor& monitor) : monitor_(monitor) {}

  bool stop(const Gecode::Search::Statistics& statistics, const Gecode::Search::Options&) override {
    return !count_guesses(statistics) || !monitor_.poll();
  }
  bool count_guesses(const Gecode::Search::Statistics& statistics) {
    const std::uint64_t leaves = statistics.fail + solutions;
    const std::uint64_t nodes = statistics.node;
    const std::uint64_t guesses = nodes - std::min(nodes, leaves);
    return monitor_.take_guesses(guesses - std::exchange(guesses_, guesses));
  }

  std::uint64_t solutions = 0;

 private:
  SearchMonitor& monitor_;
  std::uint64_t guesses_ = 0;  // reported to the monitor
};

class GecodeSearch {
 public:
  void solve(const Board& puzzle, SearchMonitor& monitor) {
    if (!encoding_.begin(puzzle, monitor)) return;
    Limits limits(monitor);
    Gecode::Search::Options options;
    options.stop = &limits;
    options.clone = false;  // the search deletes the model
    Gecode::DFS<Model> search(new Model(puzzle.shape, encoding_), options);
    while (const std::unique_ptr<Model> model{search.next()}) {
      ++limits.solutions;
      if (!limits.count_guesses(search.statistics()) || !report(*model, puzzle.shape, monitor)) {
        return;
      }
    }
    if (!search.stopped()) limits.count_guesses(search.statistics());
  }

 private:
  bool report(const Model& model, const Shape& shape, SearchMonitor& monitor) {
    solution_.resize(shape.cells());
    for (std::size_t cell = 0; cell < solution_.size(); ++cell) {
      solution_[cell] = static_cast<std::uint8_t>(model.digit(static_cast<int>(cell)));
    }
    return monitor.found(Board{shape, solution_}) && monitor.poll();
  }

  solvers::Encoding encoding_;
  std::vector<std::uint8_t> solution_;
};

}  // namespace

std::string package_of_gecode() { return "Gecode " GECODE_VERSION; }

std::unique_ptr<Engine> make_gecode(const EngineOptions&) {
  return std::make_unique<SearchEngine<GecodeSearch>>();
}

}  // namespace sudoku
