#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "engines/engine.h"
#include "harness/external/engine_host.h"
#include "harness/external/host_exchange.h"

namespace sudoku {

/// Boards as a solver is handed them, and where its answers go.
struct HostedBoards {
  Shape shape;
  BoardForm form;
  std::size_t stride;  ///< of that shape and form
  std::size_t size;
  const std::uint8_t* puzzles;
  std::uint8_t* solutions;
  HostAnswers::Entry* answers;  ///< nothing, to begin with

  HostedBoards subspan(std::size_t first, std::size_t count) const {
    const std::size_t begin = first * stride;
    return {shape, form, stride, count, puzzles + begin, solutions + begin, answers + first};
  }
};

/// An engine as its host calls it. One from outside is called by a C function, with text or with
/// cells; one of this program in the same way, so that those beside each other are asked alike.
class HostedFunction {
 public:
  virtual ~HostedFunction() = default;

  /// The only form that it knows; nothing of one that knows both.
  virtual std::optional<BoardForm> form() const { return std::nullopt; }
  /// Has memory of its own for that many boards at hand and in caches, so that a call that is timed
  /// does not wait for it.
  virtual void make_room(std::size_t boards) { static_cast<void>(boards); }
  /// In one call, which is what is timed; of one that knows text only, a single board.
  virtual void solve(const HostedBoards& boards, const SolveLimits& limits) = 0;
  /// Asks for the solution of a single board that `solve` did not tell.
  virtual void complete(const HostedBoards& board) { static_cast<void>(board); }
};

/// A solver that this process has loaded or holds. Throws std::runtime_error with the reason where
/// there is none.
std::unique_ptr<HostedFunction> make_hosted_function(const HostedSource& source);

}  // namespace sudoku
