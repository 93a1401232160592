#include "harness/external/engine_host.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <stdexcept>
#include <string_view>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "harness/base/units.h"
#include "harness/external/child_process.h"
#include "harness/external/host_exchange.h"
#include "harness/external/hosted_function.h"
#include "harness/external/line_host.h"
#include "harness/external/line_trip.h"
#include "harness/external/probe_puzzle.h"
#include "harness/external/process_usage.h"
#include "harness/measure/block_timer.h"

namespace sudoku {
namespace {

constexpr std::string_view kEngineWord = "engine-host";
constexpr std::string_view kCommandWord = "command-host";
constexpr std::string_view kRowOrder = "row";

/// The clocks of a process that an engine has to itself: what any of its threads uses is the
/// engine's, and so is the time for which it waits.
class HostStopwatch final : public SystemStopwatch {
 public:
  std::int64_t thread_cpu_ns() override {
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
  }
  /// Voluntary context switches: the engine waits for another thread or process that works for it,
  /// for a file, or asleep.
  std::int64_t counted_waits() override {
    rusage usage{};
    ::getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nvcsw;
  }
};

/// Takes the puzzles that are to be timed out of sight, as an engine must not solve them before.
class HiddenPuzzles {
 public:
  explicit HiddenPuzzles(const HostRequest& request) : request_(request) { protect(PROT_NONE); }
  ~HiddenPuzzles() { protect(PROT_READ); }
  HiddenPuzzles(const HiddenPuzzles&) = delete;
  HiddenPuzzles& operator=(const HiddenPuzzles&) = delete;

 private:
  void protect(int protection) const {
    auto* const puzzles = const_cast<std::uint8_t*>(request_.puzzles.data());
    ::mprotect(puzzles, request_.puzzles.size(), protection);
  }

  const HostRequest& request_;
};

/// Solves batches. What is timed does not wait for memory that another processor wrote.
class EngineHost {
 public:
  EngineHost(HostedFunction& solver, const HostRequest& request, HostAnswers& answers)
      : solver_(solver), request_(request), answers_(answers) {}

  void solve_batch() {
    take_over();
    {
      const HiddenPuzzles hidden(request_);
      prepare();
    }
    take_puzzles();
    answers_.progress.store(begin_, std::memory_order_release);
    if (begin_ < size_) solve_timed();
    complete_solutions();
  }

  // The work of a BlockTimer.
  void solve(std::size_t first, std::size_t count) {
    solver_.solve(boards_.subspan(first, count), limits_);
  }
  bool may_begin(std::int64_t now_ns) const {
    return !limits_.is_stop_requested() && now_ns < request_.deadline_ns;
  }
  void on_progress(std::uint64_t progress, std::int64_t now_ns) {
    answers_.begun_ns.store(now_ns, std::memory_order_relaxed);
    answers_.progress.store(progress, std::memory_order_release);
  }

 private:
  void take_over() {
    size_ = request_.size;
    begin_ = request_.begin;
    limits_.max_solutions = request_.max_solutions;
    limits_.max_guesses = request_.max_guesses;
    limits_.max_time = std::chrono::nanoseconds(request_.max_time_ns);
    limits_.deadline =
        std::chrono::steady_clock::time_point(std::chrono::nanoseconds(request_.deadline_ns));
    limits_.stop = &request_.stop;
    const Shape shape = request_.shape;
    const std::size_t stride = stride_of(shape, request_.form);
    // A host before this one may have solved all of them.
    const std::size_t solved = std::min<std::size_t>(begin_, size_);
    std::fill_n(answers_.entries.begin() + solved, size_ - solved, HostAnswers::Entry{});
    std::fill_n(answers_.puzzle_ns.begin() + solved, size_ - solved, 0);
    std::fill_n(answers_.solutions.begin() + solved * stride, (size_ - solved) * stride, 0);
    boards_ = {shape,
               request_.form,
               stride,
               size_,
               puzzles_.data(),
               answers_.solutions.data(),
               answers_.entries.data()};
    if (request_.is_by_question) question_ = format_line(probe_puzzle(shape)) + '\n';
  }

  void take_puzzles() {
    std::copy_n(request_.puzzles.begin(), size_ * boards_.stride, puzzles_.begin());
  }

  /// Brings caches, predictors and clock to where they are in the midst of work.
  void prepare() {
    const std::size_t count = request_.preparation_size;
    const std::size_t bytes = count * boards_.stride;
    std::copy_n(request_.preparation.begin(), bytes, preparation_.begin());
    std::fill_n(unmeasured_solutions_.begin(), bytes, 0);
    unmeasured_.fill({});
    HostedBoards boards = boards_;
    boards.size = count;
    boards.puzzles = preparation_.data();
    boards.solutions = unmeasured_solutions_.data();
    boards.answers = unmeasured_.data();
    const std::size_t step = request_.is_in_one_call ? count : 1;
    for (std::size_t i = 0; i < count; i += step) solver_.solve(boards.subspan(i, step), limits_);
    solver_.make_room(request_.is_in_one_call ? size_ : 1);
  }

  void solve_timed() {
    // Processes that work for the engine count, whether it waits for them or not.
    const std::int64_t others_begin_ns = descendants_cpu_ns(trip_.process());
    CallTimes times = time_calls();
    times.cpu_ns +=
        std::max<std::int64_t>(descendants_cpu_ns(trip_.process()) - others_begin_ns, 0);
    answers_.wall_ns = times.wall_ns;
    answers_.cpu_ns = times.cpu_ns;
    answers_.switches = times.switches;
    write_events(times.events);
  }

  CallTimes time_calls() {
    BlockTimer timer({stopwatch_, clock_costs_, request_.counts_events});
    if (request_.is_in_one_call) return timer.time_together(*this, begin_, size_);
    const std::span puzzle_ns(answers_.puzzle_ns.data(), size_);
    if (!request_.is_by_question) return timer.time_one_by_one(*this, begin_, puzzle_ns);
    const CallTimes times =
        timer.time_with_pauses(*this, begin_, puzzle_ns, [this] { trip_.measure(question_, {}); });
    if (answers_.echo_bytes == 0) answers_.echo_bytes = trip_.peak_bytes().value_or(0);
    return times;
  }

  void write_events(const EventCounts& events) {
    answers_.known_events = 0;
    for (std::size_t i = 0; i < kEvents.size(); ++i) {
      const auto& count = events.*kEvents[i];
      answers_.events[i] = count.value_or(0);
      answers_.known_events |= count ? 1U << i : 0U;
    }
    answers_.are_events_scaled = events.is_scaled ? 1 : 0;
  }

  /// An engine may tell a solution only where it is asked for one; then it is, outside the timed
  /// calls, so that every answer can be checked.
  void complete_solutions() {
    const auto progress = answers_.progress.load(std::memory_order_relaxed);
    if (progress < size_) return;  // stopped
    for (std::size_t i = progress - size_; i < size_; ++i) {
      on_progress(size_ + i, stopwatch_.wall_ns());
      solver_.complete(boards_.subspan(i, 1));
    }
    on_progress(2 * size_, stopwatch_.wall_ns());
  }

  HostedFunction& solver_;
  const HostRequest& request_;
  HostAnswers& answers_;
  std::size_t size_ = 0;
  std::uint64_t begin_ = 0;
  SolveLimits limits_;
  HostedBoards boards_{};
  std::string question_;  // of the same shape, for an echo
  alignas(64) std::array<std::uint8_t, sizeof HostRequest::puzzles> puzzles_;
  alignas(64) std::array<std::uint8_t, sizeof HostRequest::preparation> preparation_;
  alignas(64) std::array<std::uint8_t, sizeof HostRequest::preparation> unmeasured_solutions_;
  std::array<HostAnswers::Entry, kMostPreparation> unmeasured_;
  LineTrip trip_;
  HostStopwatch stopwatch_;
  const ClockCosts clock_costs_ = clock_costs(stopwatch_);
};

/// Closes what this process has inherited beside its standard streams and these descriptors.
void close_all_but(std::vector<int> kept) {
  std::sort(kept.begin(), kept.end());
  unsigned begin = STDERR_FILENO + 1;
  for (const int descriptor : kept) {
    const auto number = static_cast<unsigned>(descriptor);
    if (number > begin) ::close_range(begin, number - 1, 0);
    begin = std::max(begin, number + 1);
  }
  ::close_range(begin, ~0U, 0);
}

/// Maps what another process shares, of which nothing but the mapping is kept.
template <typename T>
T& map_shared(int memory, int protection) {
  void* mapped = ::mmap(nullptr, sizeof(T), protection, MAP_SHARED, memory, 0);
  if (mapped == MAP_FAILED) throw std::runtime_error("its host has no memory");
  ::close(memory);
  return *static_cast<T*>(mapped);
}

/// What the program that an engine is compared in has on its standard streams is not the engine's
/// business. It may complain on standard error.
void detach_standard_streams() {
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(nothing, STDOUT_FILENO);
  ::close(nothing);
}

std::string ready_message(std::optional<BoardForm> form) {
  std::string message(1, kReady);
  if (form) message += *form == BoardForm::text ? kTextLetter : kCellsLetter;
  return message;
}

int run_engine_host(std::span<const std::string> arguments) {
  const HostedSource source{arguments[2], arguments[3], arguments[4],
                            static_cast<std::uint32_t>(std::stoul(arguments[5]))};
  const int channel = std::stoi(arguments[6]);
  const int memories[] = {std::stoi(arguments[7]), std::stoi(arguments[8])};
  close_all_but({channel, memories[0], memories[1]});
  detach_standard_streams();
  // So that what the engine has started stays in sight.
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  try {
    const auto& request = map_shared<const HostRequest>(memories[0], PROT_READ);
    auto& answers = map_shared<HostAnswers>(memories[1], PROT_READ | PROT_WRITE);
    answers.echo_bytes = 0;
    answers.bytes_before = peak_resident_bytes(::getpid()).value_or(0);
    const auto solver = make_hosted_function(source);
    const auto host = std::make_unique<EngineHost>(*solver, request, answers);
    std::uint64_t number = 0;
    const std::string ready = ready_message(solver->form());
    ::send(channel, ready.data(), ready.size(), MSG_NOSIGNAL);
    while (::recv(channel, &number, sizeof number, 0) == sizeof number) {
      host->solve_batch();
      if (::send(channel, &number, sizeof number, MSG_NOSIGNAL) < 0) return 1;
    }
  } catch (const std::runtime_error& error) {
    const std::string message = std::string("e") + error.what();
    ::send(channel, message.data(), message.size(), MSG_NOSIGNAL);
    return 1;
  }
  return 0;
}

int run_command_host(const std::string& command, const std::string& max_solutions) {
  ::setenv("SUDOKU_BENCH_MAX_SOLUTIONS", max_solutions.c_str(), 1);
  ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
  return 127;
}

}  // namespace

std::string detail_of(const EngineOptions& options) {
  const std::string_view order = options.cell_order == CellOrder::row ? kRowOrder : "column";
  return fmt::format("{} {}", order, options.seed);
}

EngineOptions options_of(std::string_view detail) {
  EngineOptions options;
  const std::size_t end = std::min(detail.find(' '), detail.size());
  if (detail.substr(0, end) == kRowOrder) options.cell_order = CellOrder::row;
  detail.remove_prefix(std::min(end + 1, detail.size()));
  options.seed = parse_number(detail).value_or(options.seed);
  return options;
}

std::vector<std::string> engine_host_arguments(const HostedSource& source, int channel, int request,
                                               int answers) {
  return {std::string(kEngineWord),
          std::to_string(::getpid()),
          std::string(source.kind),
          source.name,
          source.detail,
          std::to_string(source.config),
          std::to_string(channel),
          std::to_string(request),
          std::to_string(answers)};
}

std::vector<std::string> command_host_arguments(const std::string& command,
                                                std::uint64_t max_solutions) {
  return {std::string(kCommandWord), std::to_string(::getpid()), command,
          std::to_string(max_solutions)};
}

std::optional<int> run_as_host(std::span<const std::string> arguments) {
  const bool is_engine = arguments.size() == 9 && arguments[0] == kEngineWord;
  const bool is_command = arguments.size() == 4 && arguments[0] == kCommandWord;
  const bool is_line = arguments.size() == 4 && arguments[0] == kLineWord;
  if (!is_engine && !is_command && !is_line) return std::nullopt;
  die_with_parent(static_cast<pid_t>(std::stol(arguments[1])));
  if (is_engine) return run_engine_host(arguments);
  close_all_but({});
  return is_line ? run_line_host(arguments[2], std::stoull(arguments[3]))
                 : run_command_host(arguments[2], arguments[3]);
}

}  // namespace sudoku
