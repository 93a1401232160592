#include "harness/external/line_process.h"

#include <algorithm>
#include <cerrno>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

#include "harness/base/cpus.h"
#include "harness/external/host_program.h"

namespace sudoku {
namespace {

using Clock = std::chrono::steady_clock;

/// Longer than any valid answer.
constexpr std::size_t kLongest = kLongestLine + 128;
/// Room for the questions or answers of a large block. The system may allow less; the child then
/// waits more often.
constexpr int kPipeBytes = 1 << 20;

}  // namespace

LineProcess::LineProcess(const std::vector<std::string>& arguments)
    : process_([&] {
        const ChildProcess::Inherited inherited[] = {{input_.first.number(), STDIN_FILENO},
                                                     {output_.second.number(), STDOUT_FILENO}};
        return ChildProcess(arguments, inherited);
      }()) {
  output_.second = {};
  // A child that does not read or write must not block the caller.
  ::fcntl(input_.second.number(), F_SETFL, O_NONBLOCK);
  ::fcntl(output_.first.number(), F_SETFL, O_NONBLOCK);
  ::fcntl(input_.second.number(), F_SETPIPE_SZ, kPipeBytes);
  ::fcntl(output_.first.number(), F_SETPIPE_SZ, kPipeBytes);
}

LineProcess::Reply LineProcess::ask(const Questions& questions, const SolveLimits& limits) {
  if (const auto reply = wait_unasked({})) return *reply;
  const StayOnCpu stay;
  const bool is_timed = limits.max_time.count() > 0;
  std::string_view unsent = questions.lines;
  auto last_progress = Clock::now();
  std::int64_t missing_ns = clock_ns(CLOCK_MONOTONIC);
  bool has_ended = false;
  while (true) {
    const ssize_t sent =
        unsent.empty() ? 0 : ::write(input_.second.number(), unsent.data(), unsent.size());
    if (sent > 0) {
      if (unsent.size() == questions.lines.size()) sent_ns_ = clock_ns(CLOCK_MONOTONIC);
      unsent.remove_prefix(static_cast<std::size_t>(sent));
    }
    const std::size_t answered = ends_.size();
    const std::int64_t look_ns = clock_ns(CLOCK_MONOTONIC);
    const bool is_open = read_some();
    find_answers(questions.count, missing_ns);
    missing_ns = look_ns;
    if (ends_.size() == questions.count) return rest().empty() ? Reply::answered : Reply::too_long;
    if (text_.size() > (ends_.size() + 1) * kLongest) return Reply::too_long;
    if (ends_.size() > answered || sent > 0) {
      last_progress = Clock::now();
      continue;
    }
    // Children of the child may keep its output open.
    if (!is_open || has_ended) return Reply::exited;
    has_ended = process_.has_ended();
    if (limits.is_over()) return Reply::over;
    const auto waited = Clock::now() - last_progress;
    if (is_timed && waited > limits.max_time) return Reply::timeout;
    std::this_thread::sleep_for(kPause);
  }
}

LineProcess::Answer LineProcess::answer(std::size_t i) const {
  const std::size_t begin = begin_of(i);
  const auto& [position, read_ns, missing_ns] = ends_[i];
  return {std::string_view(text_).substr(begin, position - begin), read_ns, missing_ns};
}

std::optional<LineProcess::Reply> LineProcess::wait_unasked(std::chrono::milliseconds time) {
  text_.clear();
  ends_.clear();
  is_ready(output_.first, POLLIN, time);
  const bool has_ended = !read_some();
  if (!text_.empty()) return Reply::unasked;
  return has_ended ? std::optional(Reply::exited) : std::nullopt;
}

void LineProcess::find_answers(std::size_t count, std::int64_t missing_ns) {
  const std::int64_t now_ns = clock_ns(CLOCK_MONOTONIC);
  while (ends_.size() < count) {
    const std::size_t end = text_.find('\n', begin_of(ends_.size()));
    if (end == text_.npos) return;
    ends_.push_back({end, now_ns, missing_ns});
  }
}

bool LineProcess::read_some() {
  char buffer[1 << 16];
  const ssize_t size = ::read(output_.first.number(), buffer, sizeof buffer);
  if (size > 0) text_.append(buffer, static_cast<std::size_t>(size));
  return size > 0 || (size < 0 && (errno == EAGAIN || errno == EINTR));
}

}  // namespace sudoku
