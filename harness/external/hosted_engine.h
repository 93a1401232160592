#pragma once

#include <optional>
#include <span>
#include <string>

#include "harness/external/child_process.h"
#include "harness/external/engine_host.h"
#include "harness/external/host_exchange.h"
#include "harness/external/shared_memory.h"
#include "harness/measure/external_engine.h"

namespace sudoku {

/// An engine that runs in a process of its own: one of this program, or a function of a shared
/// library:
///     size_t SYMBOL(const char* puzzle81, size_t limit, uint32_t config, char* solution81,
///                   size_t* guesses)
/// The puzzle has `.` for an empty cell and a terminating zero; `config` is 0; the limit of a
/// search for all solutions is the largest number. The solution is asked for with a limit of 1,
/// outside the timed calls, where the function gives none with the limit of the run. All of them
/// are given text and prepared and timed by the same host, so that what differs is the engine's.
class HostedEngine final : public ExternalEngine {
 public:
  /// Throws std::system_error.
  explicit HostedEngine(HostedSource source);

  /// It has started when it has come to an end with a puzzle.
  std::string start() override;
  bool lists_solutions() const override { return lists_solutions_; }
  void prepare(const Boards& puzzles) override;
  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override;

 private:
  enum class Ending { done, died, broken, timeout, over };
  struct Host {
    ChildProcess process;
    Descriptor channel;
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

  std::string launch();
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
  /// Gives up the puzzle that a host was at which is gone. Returns where to go on.
  std::uint64_t give_up(const Batch& batch, Ending ending, std::string how_it_ended);
  /// What the host says of the puzzles that it has solved since then.
  void take_answers(const Batch& batch, std::uint64_t begin, std::int64_t begun_ns);
  void take_answer(const Batch& batch, std::size_t i, std::int64_t longest_ns);
  void take_solutions(const Batch& batch) const;
  void fail(const Batch& batch, std::size_t i, std::string what);

  bool is_plugin() const {
    return source_.kind != kBuiltinKind && source_.kind != kBuiltinBlocksKind;
  }

  HostedSource source_;
  bool takes_blocks_;  ///< an engine of this program that is timed by the block
  SharedMemory<HostRequest> request_{Sharing::to_read};
  SharedMemory<HostAnswers> answers_{Sharing::to_write};
  std::optional<Host> host_;
  std::string refusal_;  ///< why no further host is started
  Watch watch_{};
  bool lists_solutions_ = true;
};

}  // namespace sudoku
