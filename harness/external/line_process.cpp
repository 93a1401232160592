#include "harness/external/line_process.h"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

#include "harness/external/host_program.h"

namespace sudoku {
namespace {

using Clock = std::chrono::steady_clock;
using Reply = LineProcess::Reply;

/// Interval between two checks of the limits.
constexpr std::chrono::milliseconds kLimitInterval{10};
/// Longer than any valid answer.
constexpr std::size_t kLongest = kMaxCells + 128;

/// Returns which limit of a question has been reached, if any.
std::optional<Reply> reached_limit(const SolveLimits& limits, Clock::time_point begin) {
  if (limits.is_over()) return Reply::over;
  const bool is_timed = limits.max_time.count() > 0;
  if (is_timed && Clock::now() - begin > limits.max_time) return Reply::timeout;
  return std::nullopt;
}

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
}

LineProcess::TimedReply LineProcess::ask(std::string_view question, const SolveLimits& limits) {
  const auto begin = Clock::now();
  auto reply = wait_unasked({});
  if (!reply) reply = send(question, limits, begin);
  if (!reply) reply = receive(limits, begin);
  return {*reply, std::chrono::nanoseconds(Clock::now() - begin).count()};
}

std::optional<Reply> LineProcess::wait_unasked(std::chrono::milliseconds time) {
  text_.clear();
  is_ready(output_.first, POLLIN, time);
  const bool has_ended = !read_some();
  if (!text_.empty()) return Reply::unasked;
  return has_ended ? std::optional(Reply::exited) : std::nullopt;
}

std::optional<Reply> LineProcess::send(std::string_view question, const SolveLimits& limits,
                                       Time begin) {
  // A pipe accepts a line as a whole or not at all, because a line is short.
  while (::write(input_.second.number(), question.data(), question.size()) < 0) {
    if (errno != EAGAIN && errno != EINTR) return Reply::exited;
    is_ready(input_.second, POLLOUT, kLimitInterval);
    if (const auto reply = wait_unasked({})) return reply;
    if (const auto reply = reached_limit(limits, begin)) return reply;
  }
  return std::nullopt;
}

Reply LineProcess::receive(const SolveLimits& limits, Time begin) {
  while (text_.find('\n') == text_.npos) {
    if (const auto reply = reached_limit(limits, begin)) return *reply;
    if (is_ready(output_.first, POLLIN, kLimitInterval)) {
      if (!read_some()) return Reply::exited;
      if (text_.size() > kLongest) return Reply::too_long;
      continue;
    }
    // Children of the child may keep its output open.
    if (process_.has_ended() && !is_ready(output_.first, POLLIN, {})) return Reply::exited;
  }
  if (text_.find('\n') != text_.size() - 1) return Reply::too_long;
  text_.pop_back();
  return Reply::answered;
}

bool LineProcess::read_some() {
  char buffer[kLongest];
  const ssize_t size = ::read(output_.first.number(), buffer, sizeof buffer);
  if (size > 0) text_.append(buffer, static_cast<std::size_t>(size));
  return size > 0 || (size < 0 && (errno == EAGAIN || errno == EINTR));
}

std::int64_t OutlierFilter::filter(std::int64_t ns) {
  last_[count_++ % last_.size()] = ns;
  auto sorted = last_;
  const auto end = sorted.begin() + static_cast<std::ptrdiff_t>(std::min(count_, sorted.size()));
  const auto middle = sorted.begin() + (end - sorted.begin()) / 2;
  std::nth_element(sorted.begin(), middle, end);
  return ns > 2 * *middle ? *middle : ns;
}

std::int64_t RoundTrip::measure(std::string_view question, const SolveLimits& limits) {
  if (!echo_) {
    echo_.emplace(echo_host_arguments());
    echo_->ask(question, limits);  // the round trip does not include the start of the process
  }
  const auto [reply, ns] = echo_->ask(question, limits);
  if (reply == Reply::answered) return outliers_.filter(ns);
  echo_.reset();
  return 0;
}

}  // namespace sudoku
