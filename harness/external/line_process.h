#pragma once

#include <string_view>

#include "engines/engine.h"
#include "harness/external/child_process.h"

namespace sudoku {

/// Puzzles in the form that commands read: one per line, each with a line break.
struct Questions {
  std::string lines;
  std::size_t count = 0;
};

/// A child process that reads questions and answers each with one line. Whatever it does, it cannot
/// block the caller beyond the limits.
///
/// The caller sends all questions at once and reads the answers in intervals of `kPause`. The child
/// neither waits for a question nor wakes the caller, so its CPU time does not depend on the
/// caller.
class LineProcess {
 public:
  /// Pause between two checks for answers. A shorter one slows down a child on the same CPU.
  static constexpr std::chrono::microseconds kPause{500};

  enum class Reply {
    answered,  ///< all questions
    exited,
    unasked,   ///< it wrote something before it was asked
    too_long,  ///< it wrote more than one line per question
    timeout,   ///< `max_time` of the limits passed without an answer
    over,      ///< the deadline or a stop request ended the call
  };
  struct Answer {
    std::string_view line;    ///< without its line break; valid until the next call
    std::int64_t read_ns;     ///< when it was read, on the steady clock
    std::int64_t missing_ns;  ///< last check at which it was still missing, on the same clock
  };

  /// Runs this program with these arguments. Throws std::system_error.
  explicit LineProcess(const std::vector<std::string>& arguments);

  /// Sends the questions and waits for the answers. `max_time` of the limits applies to each
  /// answer. It may end late by `kPause`.
  Reply ask(const Questions& questions, const SolveLimits& limits);
  /// Returns when the last call of `ask` had sent its first questions, on the steady clock.
  std::int64_t sent_ns() const { return sent_ns_; }
  /// Number of answers to the last call of `ask`.
  std::size_t answers() const { return ends_.size(); }
  Answer answer(std::size_t i) const;

  /// Waits up to `time` for output or the end of the process. Nullopt if neither happens.
  std::optional<Reply> wait_unasked(std::chrono::milliseconds time);

  /// The output after the answers.
  std::string_view rest() const { return std::string_view(text_).substr(begin_of(ends_.size())); }
  pid_t id() const { return process_.id(); }
  /// As ChildProcess::terminate.
  std::string terminate() {
    return process_.terminate("exited too early; a solver must read puzzles until its input ends");
  }

 private:
  /// Appends available output to `text_`. Returns false at the end of the output.
  bool read_some();
  /// Finds up to `count` answers. At `missing_ns`, the new answers were still missing.
  void find_answers(std::size_t count, std::int64_t missing_ns);
  std::size_t begin_of(std::size_t answer) const {
    return answer == 0 ? 0 : ends_[answer - 1].position + 1;
  }

  // This process also keeps the ends of the child. Then a write to a dead child is no error, and
  // `ask` reports that the child has exited.
  DescriptorPair input_ = make_pipe();
  DescriptorPair output_ = make_pipe();
  ChildProcess process_;
  std::string text_;
  std::int64_t sent_ns_ = 0;
  struct End {
    std::size_t position;  // of the line break in `text_`
    std::int64_t read_ns;
    std::int64_t missing_ns;
  };
  std::vector<End> ends_;  // of the answers
};

}  // namespace sudoku
