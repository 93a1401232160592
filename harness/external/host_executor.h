#pragma once

#include <optional>
#include <span>
#include <string>

#include "harness/external/child_process.h"
#include "harness/external/external_executor.h"
#include "harness/external/host_exchange.h"
#include "harness/external/host_program.h"
#include "harness/external/shared_memory.h"

namespace sudoku {

/// Runs a built-in engine or a plugin in a host process. The same host prepares and times all of
/// them. If a plugin fails or times out in a call for a whole batch, the batch is solved puzzle by
/// puzzle. If the engine returns no solution, the host asks again with a limit of 1, outside the
/// timed calls.
class HostExecutor final : public ExternalExecutor {
 public:
  /// Throws std::system_error.
  HostExecutor(HostedEngine engine, bool counts_events);

  Probe probe(const Shape& shape) override;

 private:
  struct Host {
    ChildProcess process;
    Descriptor channel;
    std::uint64_t bytes_before = 0;  ///< peak memory without the engine; 0 if unknown
  };
  /// The puzzles of a block that fit in the exchange.
  struct Batch {
    std::size_t first;  ///< index in the block
    Boards puzzles;
    const SolveLimits& limits;
    Answers answers;
  };
  /// Last known progress of the host. Times are on the steady clock.
  struct Progress {
    std::uint64_t value;
    std::int64_t since_ns;
    std::int64_t read_ns;

    std::int64_t duration_ns() const { return read_ns - since_ns; }
  };

  void fill_sample(const Boards& puzzles, const SolveLimits& limits) override;
  EngineSample solve_probe(const Board& puzzle, std::uint64_t max_solutions);
  /// Returns why the engine does not count solutions; empty if it may.
  std::string find_count_error(const SolveResult& result);
  /// Starts a host if none runs. Returns why that is not possible; empty if it is.
  std::string launch();
  BoardForm form_for(const Shape& shape) const;
  void write_boards(const Boards& boards, std::span<std::uint8_t> out) const;
  void solve_batch(const Batch& batch);
  void write_request(const Batch& batch);
  /// Lets a host solve the batch from that progress on. Returns where the next host continues.
  std::uint64_t run_host(const Batch& batch, std::uint64_t begin);
  /// Waits until the host stops working on a batch. Sets `crash_` after a crash.
  ProcessEnd wait(const SolveLimits& limits);
  /// Updates `progress_`. Returns false if the value is impossible.
  bool read_progress();
  bool is_timed_out(const SolveLimits& limits) const;
  void update_peak_memory();
  /// Records how the host ended during a puzzle. Returns where the next host continues.
  std::uint64_t skip_puzzle(const Batch& batch, ProcessEnd end);
  /// Adds the results and times of the puzzles that the host solved after `begin`.
  void read_answers(const Batch& batch, std::uint64_t begin, std::int64_t begin_ns);
  /// Reads one answer. A call of more than `longest_ns` is impossible.
  void read_answer(const Batch& batch, std::size_t i, std::int64_t longest_ns);
  /// Reads the event counts. Impossibly large counts are unknown.
  EventCounts read_events(std::int64_t elapsed_ns) const;
  void read_solutions(const Batch& batch) const;

  HostedEngine engine_;
  std::optional<BoardForm> only_form_;
  BoardForm form_ = BoardForm::text;  ///< of the current call
  bool is_in_one_call_ = false;       ///< the rest of the batch
  SharedMemory<HostRequest> request_;
  SharedMemory<HostAnswers> answers_;
  std::optional<Host> host_;
  std::string launch_error_;  ///< why no further host is started
  std::string crash_;         ///< how the last host crashed
  int status_ = 0;            ///< last return value of a block function
  Progress progress_{};
};

}  // namespace sudoku
