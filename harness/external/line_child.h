#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engines/engine.h"
#include "harness/external/child_process.h"

namespace sudoku {

/// A process that is asked with lines and answers each with one. Nothing it does, or leaves out,
/// holds up the caller beyond the limits.
class LineChild {
 public:
  enum class Ending {
    answered,
    died,
    unasked,   ///< it had said something before it was asked
    too_much,  ///< it said more than a line
    timeout,   ///< of the limits' `max_time`
    over,      ///< the limits ended the call
  };

  /// Runs this program with that command line. Throws std::system_error.
  explicit LineChild(const std::vector<std::string>& arguments);

  /// Sends `question`, which ends its line, and waits for the answer.
  Ending ask(std::string_view question, const SolveLimits& limits);
  /// What it does within that time without being asked: says something, dies or, as it should,
  /// nothing.
  std::optional<Ending> listen(std::chrono::milliseconds patience);
  /// What it said last, without the end of the line.
  const std::string& said() const { return said_; }
  pid_t id() const { return process_.id(); }
  std::optional<std::uint64_t> peak_bytes() const { return process_.peak_bytes(); }
  /// How it ended, as in ChildProcess.
  std::string end() { return process_.end(); }

 private:
  class Patience;
  std::optional<Ending> send(std::string_view question, const Patience& patience);
  Ending receive(const Patience& patience);
  /// Adds what it says, if there is anything now, to `said_`. False at the end of its output.
  bool read_some();

  // Both ends of its input are kept, so that writing to a child that has died is no error: it shows
  // when the answer is read.
  DescriptorPair input_ = make_pipe();
  DescriptorPair output_ = make_pipe();
  ChildProcess process_;
  std::string said_;
};

}  // namespace sudoku
