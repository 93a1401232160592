#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "harness/child_process.h"
#include "harness/external_engine.h"
#include "harness/plugin_exchange.h"

namespace sudoku {

/// A function of a shared library:
///     size_t SYMBOL(const char* puzzle81, size_t limit, uint32_t config, char* solution81,
///                   size_t* guesses)
/// The puzzle has `.` for an empty cell and a terminating zero; `config` is 0; the limit of a
/// search for all solutions is the largest number. The solution is asked for with a limit of 1,
/// outside the timed calls, where the function gives none with the limit of the run.
class PluginEngine final : public ExternalEngine {
 public:
  /// Throws std::system_error.
  PluginEngine(std::string file, std::string symbol);

  std::string start() override;
  void solve(std::span<const Grid> puzzles, const SolveLimits& limits,
             std::span<SolveResult> results, SolutionSink* sink) override;

 private:
  enum class Ending { done, died, timeout, over };
  struct Host {
    ChildProcess process;
    Descriptor channel;
  };
  struct Unmap {
    void operator()(PluginExchange* exchange) const;
  };

  /// Solves `results.size()` puzzles from `first` on, or fewer; returns how many are settled.
  std::size_t solve_batch(std::size_t first, std::span<const Grid> puzzles,
                          const SolveLimits& limits, std::span<SolveResult> results);
  void hand_over(std::span<const Grid> puzzles, const SolveLimits& limits);
  Ending wait(const SolveLimits& limits);
  std::size_t take_done(std::size_t first, std::uint64_t max_solutions,
                        std::span<SolveResult> results);
  std::size_t take_cut(Ending ending, std::size_t first, const SolveLimits& limits,
                       std::span<SolveResult> results);
  void take_entries(std::size_t count, std::size_t first, std::uint64_t max_solutions,
                    std::span<SolveResult> results);
  void fail(std::size_t puzzle, SolveResult& result, std::string what);

  std::string file_;
  std::string symbol_;
  Descriptor memory_;
  std::unique_ptr<PluginExchange, Unmap> exchange_;
  std::optional<Host> host_;
};

}  // namespace sudoku
