#pragma once

#include <optional>
#include <span>
#include <string>

#include "harness/external/child_process.h"
#include "harness/external/engine_host.h"
#include "harness/external/external_executor.h"
#include "harness/external/host_exchange.h"
#include "harness/external/shared_memory.h"
#include "harness/puzzle/owned_boards.h"

namespace sudoku {

/// An engine that runs in a process of its own: one of this program, or a function of a shared
/// library, of one of the two kinds that plugin_library.h has. A solution is asked for with a limit
/// of 1, outside the timed calls, where the function gives none with the limit of the run. All of
/// them are prepared and timed by the same host, so that what differs is the engine's. Of a block
/// that is asked for in one call, a plugin that breaks down, or takes longer than a puzzle may, is
/// asked again, puzzle by puzzle.
class HostExecutor final : public ExternalExecutor {
 public:
  /// Throws std::system_error.
  HostExecutor(HostedSource source, bool counts_events);

  /// It has passed when it has come to an end with the puzzle.
  Probe probe(const Shape& shape) override;

 private:
  enum class Ending { done, died, broken, timeout, over };
  struct Host {
    ChildProcess process;
    Descriptor channel;
    std::uint64_t bytes_before = 0;  ///< of memory, without the engine
  };
  /// The part of a block that the exchange holds.
  struct Batch {
    std::size_t first;  ///< index in the block
    Boards puzzles;
    const SolveLimits& limits;
    Answers answers;
  };
  /// How far the host has come, as far as it is to be believed.
  struct Watch {
    std::uint64_t progress;
    std::int64_t since_ns;
    std::int64_t looked_ns;
  };

  void fill_sample(const Boards& puzzles, const SolveLimits& limits) override;
  /// Asks a probe puzzle, with the time limit for loading.
  EngineSample ask_probe(const Board& puzzle, std::uint64_t max_solutions);
  /// Why the count of the solutions of the probe puzzle is none; empty if it may be one.
  std::string objection_to_count(const SolveResult& result);
  std::string launch();
  BoardForm form_for(const Shape& shape) const;
  void write_boards(const Boards& boards, std::span<std::uint8_t> out) const;
  void solve_batch(const Batch& batch);
  void hand_over(const Batch& batch);
  /// Lets a host go on with the batch from that progress. Returns where the next one is to go on.
  std::uint64_t work(const Batch& batch, std::uint64_t begin);
  Ending wait(const SolveLimits& limits, std::size_t size);
  /// Whether the host has sent that it is done, or is gone; nothing yet otherwise.
  std::optional<Ending> hear();
  /// Looks where the host is. False if that cannot be.
  bool look(std::size_t size);
  bool is_too_late(const SolveLimits& limits) const;
  /// How much memory the engine has taken by now, as the system tells of its host.
  void look_at_memory();
  /// Gives up the puzzle that a host was at which is gone. Returns where to go on.
  std::uint64_t give_up(const Batch& batch, Ending ending, std::string how_it_ended);
  /// What the host says of the puzzles that it has solved since then.
  void take_answers(const Batch& batch, std::uint64_t begin, std::int64_t begun_ns);
  /// Those of the events that a host can have counted in that time.
  EventCounts told_events(std::int64_t elapsed_ns) const;
  void take_answer(const Batch& batch, std::size_t i, std::int64_t longest_ns);
  void take_solutions(const Batch& batch) const;

  bool is_plugin() const { return source_.kind != kBuiltinKind; }

  HostedSource source_;
  std::optional<BoardForm> known_form_;
  BoardForm form_ = BoardForm::text;  ///< of the call
  bool is_in_one_call_ = false;       ///< the batch, what is left of it
  SharedMemory<HostRequest> request_{Sharing::to_read};
  SharedMemory<HostAnswers> answers_{Sharing::to_write};
  std::optional<Host> host_;
  std::string objection_;  ///< why no further host is started
  int refusal_ = 0;        ///< what the function of a plugin returned last
  Watch watch_{};
};

}  // namespace sudoku
