#include "harness/external/line_child.h"

#include <cerrno>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace sudoku {
namespace {

using Clock = std::chrono::steady_clock;

/// How often the limits are looked at.
constexpr int kLookMs = 10;
/// No answer is as long as that.
constexpr std::size_t kLongest = kMaxCells + 128;

bool is_ready(int descriptor, short event, int patience_ms) {
  pollfd entry{descriptor, event, 0};
  return ::poll(&entry, 1, patience_ms) > 0;
}

}  // namespace

/// How long a question may take.
class LineChild::Patience {
 public:
  explicit Patience(const SolveLimits& limits) : limits_(limits) {}

  /// Why it has come to an end, if it has.
  std::optional<Ending> end() const {
    if (limits_.is_over()) return Ending::over;
    const bool is_timed = limits_.max_time.count() > 0;
    if (is_timed && Clock::now() - begin_ > limits_.max_time) return Ending::timeout;
    return std::nullopt;
  }

 private:
  const SolveLimits& limits_;
  Clock::time_point begin_ = Clock::now();
};

LineChild::LineChild(const std::vector<std::string>& arguments)
    : process_([&] {
        const ChildProcess::Inherited inherited[] = {{input_.first.number(), STDIN_FILENO},
                                                     {output_.second.number(), STDOUT_FILENO}};
        return ChildProcess(arguments, inherited);
      }()) {
  output_.second = {};
  // Neither a child that does not read nor one that says nothing holds up its caller.
  ::fcntl(input_.second.number(), F_SETFL, O_NONBLOCK);
  ::fcntl(output_.first.number(), F_SETFL, O_NONBLOCK);
}

LineChild::Ending LineChild::ask(std::string_view question, const SolveLimits& limits) {
  const Patience patience(limits);
  if (const auto objection = listen({})) return *objection;
  if (const auto objection = send(question, patience)) return *objection;
  return receive(patience);
}

std::optional<LineChild::Ending> LineChild::listen(std::chrono::milliseconds patience) {
  said_.clear();
  is_ready(output_.first.number(), POLLIN, static_cast<int>(patience.count()));
  const bool has_ended = !read_some();
  if (!said_.empty()) return Ending::unasked;
  return has_ended ? std::optional(Ending::died) : std::nullopt;
}

std::optional<LineChild::Ending> LineChild::send(std::string_view question,
                                                 const Patience& patience) {
  // A line is small enough for a pipe to take it as a whole or not at all.
  while (::write(input_.second.number(), question.data(), question.size()) < 0) {
    if (errno != EAGAIN && errno != EINTR) return Ending::died;
    is_ready(input_.second.number(), POLLOUT, kLookMs);
    if (const auto objection = listen({})) return objection;
    if (const auto end = patience.end()) return end;
  }
  return std::nullopt;
}

LineChild::Ending LineChild::receive(const Patience& patience) {
  while (said_.find('\n') == said_.npos) {
    if (const auto end = patience.end()) return *end;
    if (is_ready(output_.first.number(), POLLIN, kLookMs)) {
      if (!read_some()) return Ending::died;
      if (said_.size() > kLongest) return Ending::too_much;
      continue;
    }
    // What it has started may keep its output open.
    if (process_.has_ended() && !is_ready(output_.first.number(), POLLIN, 0)) return Ending::died;
  }
  const bool is_one_line = said_.find('\n') == said_.size() - 1;
  if (is_one_line) said_.pop_back();
  return is_one_line ? Ending::answered : Ending::too_much;
}

bool LineChild::read_some() {
  char buffer[kLongest];
  const ssize_t size = ::read(output_.first.number(), buffer, sizeof buffer);
  if (size > 0) said_.append(buffer, static_cast<std::size_t>(size));
  return size > 0 || (size < 0 && (errno == EAGAIN || errno == EINTR));
}

}  // namespace sudoku
