#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engines/engine.h"
#include "harness/measure/executor.h"
#include "harness/puzzle/board_kinds.h"

namespace sudoku {

/// What happens to a solver if it does not support the boards of a dataset.
enum class WhenUnsupported : std::uint8_t {
  error,           ///< the user named the solver for boards of this shape: the run ends
  left_out,        ///< the user did not name it: it is skipped
  not_applicable,  ///< it is skipped, with a row that says so
};

/// An engine, how to make it, and what it supports.
struct Solver {
  using MakeEngine = std::function<std::unique_ptr<Engine>()>;

  std::string id;
  /// Makes the engine in this process; returns null if it cannot run here. Called on every thread
  /// that solves.
  MakeEngine make;
  bool takes_blocks = false;    ///< solves a whole block in one call instead of puzzle by puzzle
  std::size_t places = 32;      ///< copies per thread, each at another place in memory
  bool lists_solutions = true;  ///< false for an engine that only counts
  /// Returns why the engine does not support such boards, as in `for 9x9 only`; empty if it does.
  std::function<std::string(const BoardKind&)> unsupported_reason = [](const BoardKind& kind) {
    using enum EngineTraits;
    return sudoku::unsupported_reason(k9x9Only | kNoCandidates, kind);
  };
  WhenUnsupported when_unsupported = WhenUnsupported::error;
  bool is_named = true;           ///< the user named it, instead of `all`
  bool is_cpu_time_known = true;  ///< false if the engine searches in another process
  bool is_memory_known = true;    ///< false if neither the meter nor the system reports its memory
  bool is_timed_by_arrival = false;  ///< times of single puzzles come from the arrival of answers
  std::uint64_t shared_bytes = 0;    ///< memory of tables that all copies share
  /// Makes the executor of an engine that runs in another process; replaces `make`. Null for
  /// engines of this process.
  std::function<std::unique_ptr<Executor>(const Measuring&)> make_executor{};
  /// Gives a stochastic engine another seed. Such engines only support `max_solutions` 1. Null for
  /// all others.
  std::function<void(Solver&, std::uint64_t seed)> set_seed{};

  bool is_stochastic() const { return set_seed != nullptr; }
  bool is_external() const { return make_executor != nullptr; }
};

/// Makes an executor for the calling thread; null if the engine cannot run here.
std::unique_ptr<Executor> make_executor(const Solver& solver, const Measuring& measuring);

}  // namespace sudoku
