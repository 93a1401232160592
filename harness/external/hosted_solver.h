#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "engines/engine.h"
#include "harness/external/host_exchange.h"

namespace sudoku {

/// An engine as its host calls it: with text, as an engine from outside wants it, so that all of
/// them are asked alike. Only `solve` and `solve_block` are timed.
class HostedSolver {
 public:
  virtual ~HostedSolver() = default;

  /// Whether it is to be given all puzzles of a batch at once.
  virtual bool takes_blocks() const { return false; }
  virtual void solve(const HostBoard& puzzle, const SolveLimits& limits,
                     HostAnswers::Entry& answer) = 0;
  virtual void solve_block(std::span<const HostBoard>, const SolveLimits&,
                           std::span<HostAnswers::Entry>) {}
  /// Asks for a solution that `solve` did not tell.
  virtual void complete(const HostBoard&, HostAnswers::Entry&) {}
};

/// A solver that this process has loaded or holds, by the words of HostedEngine's command line.
/// Throws std::runtime_error with the reason where there is none.
std::unique_ptr<HostedSolver> make_hosted_solver(const std::string& kind, const std::string& name,
                                                 const std::string& detail);

}  // namespace sudoku
