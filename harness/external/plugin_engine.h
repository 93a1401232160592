#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "harness/external/child_process.h"
#include "harness/external/external_engine.h"
#include "harness/external/plugin_exchange.h"

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
  /// The part of a block that the exchange holds.
  struct Batch {
    std::size_t first;  ///< index in the block
    std::span<const Grid> puzzles;
    const SolveLimits& limits;
    std::span<SolveResult> results;
  };

  void solve_batch(const Batch& batch);
  void hand_over(const Batch& batch);
  /// Lets a host go on with the batch. False if it was cut short.
  bool work(const Batch& batch);
  Ending wait(const SolveLimits& limits);
  /// Ends the host, and gives up the entry that it is at.
  void cut(const Batch& batch, Ending ending);
  /// Leaves an entry without an answer, after that time.
  void give_up(const Batch& batch, std::size_t entry, Outcome outcome, std::int64_t time_ns);
  void take_answers(const Batch& batch, bool is_complete);

  std::string file_;
  std::string symbol_;
  Descriptor memory_;
  std::unique_ptr<PluginExchange, Unmap> exchange_;
  std::optional<Host> host_;
};

}  // namespace sudoku
