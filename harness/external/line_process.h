#pragma once

#include <array>
#include <string_view>

#include "engines/engine.h"
#include "harness/external/child_process.h"

namespace sudoku {

/// A child process that reads questions and answers each with one line. Whatever it does, it cannot
/// block the caller beyond the limits.
class LineProcess {
 public:
  enum class Reply {
    answered,
    exited,
    unasked,   ///< it wrote something before it was asked
    too_long,  ///< it wrote more than one line
    timeout,   ///< after `max_time` of the limits
    over,      ///< the deadline or a stop request ended the call
  };
  struct TimedReply {
    Reply reply;
    std::int64_t ns;  ///< wall time of the call
  };

  /// Runs this program with these arguments. Throws std::system_error.
  explicit LineProcess(const std::vector<std::string>& arguments);

  /// Sends `question`, which ends with a line break, and waits for the answer.
  TimedReply ask(std::string_view question, const SolveLimits& limits);

  /// Waits up to `time` for output or the end of the process. Nullopt if neither happens.
  std::optional<Reply> wait_unasked(std::chrono::milliseconds time);

  /// The last output, without its line break.
  const std::string& output() const { return text_; }
  pid_t id() const { return process_.id(); }
  /// As ChildProcess::terminate.
  std::string terminate() { return process_.terminate(); }

 private:
  using Time = std::chrono::steady_clock::time_point;
  std::optional<Reply> send(std::string_view question, const SolveLimits& limits, Time begin);
  Reply receive(const SolveLimits& limits, Time begin);
  /// Appends available output to `text_`. Returns false at the end of the output.
  bool read_some();

  // This process also keeps the ends of the child. Then a write to a dead child is no error, and
  // `ask` reports that the child has exited.
  DescriptorPair input_ = make_pipe();
  DescriptorPair output_ = make_pipe();
  ChildProcess process_;
  std::string text_;
};

/// Replaces outliers in a series of times.
class OutlierFilter {
 public:
  /// Returns `ns`, or the median of the last 15 times if `ns` is more than twice that median.
  std::int64_t filter(std::int64_t ns);

 private:
  std::array<std::int64_t, 15> last_{};
  std::size_t count_ = 0;
};

/// Measures the time of a round trip to a LineProcess that only echoes. The caller measures once
/// for each question to another process, on the same CPU, and subtracts the time. Outliers are
/// filtered: a delay of the echo would make the other process look faster.
class RoundTrip {
 public:
  /// Returns the wall time of a round trip with that question; 0 without an answer. Throws
  /// std::system_error if no process can be started.
  std::int64_t measure(std::string_view question, const SolveLimits& limits);
  /// Process that echoes; nullopt if none runs.
  std::optional<pid_t> process() const { return echo_ ? std::optional(echo_->id()) : std::nullopt; }

 private:
  std::optional<LineProcess> echo_;
  OutlierFilter outliers_;
};

}  // namespace sudoku
