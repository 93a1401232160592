#include <stdexcept>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "harness/external/child_process.h"
#include "harness/external/external_executor.h"
#include "harness/external/host_program.h"
#include "harness/external/hosted_function.h"
#include "harness/external/line_process.h"
#include "harness/measure/block_timer.h"

namespace sudoku {
namespace {

/// The clocks of a process that only runs one engine. CPU time of all its threads counts, and so
/// does the time that it waits.
class HostStopwatch final : public SystemStopwatch {
 public:
  std::int64_t thread_cpu_ns() override { return clock_ns(CLOCK_PROCESS_CPUTIME_ID); }
  /// Voluntary context switches: the engine waits for another thread, a process or a file, or it
  /// sleeps.
  std::int64_t counted_waits() override { return thread_usage().ru_nvcsw; }
};

/// Makes the puzzles of the batch unreadable, so that no engine solves them before it is timed.
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

/// Solves batches. It copies the input first, so that timed calls do not read memory that another
/// CPU wrote.
class EngineHost {
 public:
  EngineHost(HostedFunction& solver, const HostRequest& request, HostAnswers& answers)
      : solver_(solver), request_(request), answers_(answers) {}

  void solve_batch() {
    read_request();
    {
      const HiddenPuzzles hidden(request_);
      prepare();
    }
    std::copy_n(request_.puzzles.begin(), size_ * boards_.stride, puzzles_.begin());
    answers_.progress.store(begin_, std::memory_order_release);
    if (begin_ < size_) solve_timed();
    complete_solutions();
  }

  // The `Work` of BlockTimer:
  void solve(std::size_t first, std::size_t count) {
    solver_.solve(boards_.subspan(first, count), limits_);
  }
  bool may_begin(std::int64_t now_ns) const {
    return !limits_.is_stop_requested() && now_ns < deadline_ns_;
  }
  void on_progress(std::uint64_t progress, std::int64_t now_ns) {
    answers_.progress_ns.store(now_ns, std::memory_order_relaxed);
    answers_.progress.store(progress, std::memory_order_release);
  }

 private:
  void read_request() {
    size_ = request_.size;
    begin_ = request_.begin;
    limits_ = request_.limits;
    limits_.stop = &request_.stop;
    deadline_ns_ = std::chrono::nanoseconds(limits_.deadline.time_since_epoch()).count();
    const Shape shape = request_.shape;
    const std::size_t stride = stride_of(shape, request_.form);
    // A host that died may have solved some or all puzzles before.
    const std::size_t solved = std::min<std::size_t>(begin_, size_);
    std::fill_n(answers_.entries.begin() + solved, size_ - solved, HostAnswers::Entry{});
    std::fill_n(answers_.puzzle_ns.begin() + solved, size_ - solved, 0);
    std::fill_n(answers_.solutions.begin() + solved * stride, (size_ - solved) * stride, 0);
    boards_ = {shape, request_.form, stride, size_};
    boards_.puzzles = puzzles_.data();
    boards_.solutions = answers_.solutions.data();
    boards_.answers = answers_.entries.data();
    if (request_.makes_round_trips) question_ = format_line(probe_puzzle(shape)) + '\n';
  }

  /// Brings caches, branch predictors and clock frequency into the state that they have during
  /// work.
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
    solver_.reserve(request_.is_in_one_call ? size_ : 1);
  }

  void solve_timed() {
    // The CPU time of processes that the engine started counts as well.
    const std::int64_t others_begin_ns = descendants_cpu_ns(round_trip_.process());
    const CallTimes times = time_calls();
    const std::int64_t others_ns = descendants_cpu_ns(round_trip_.process()) - others_begin_ns;
    answers_.wall_ns = times.wall_ns;
    answers_.cpu_ns = times.cpu_ns + std::max<std::int64_t>(others_ns, 0);
    answers_.switches = times.switches;
    for (std::size_t i = 0; i < kEvents.size(); ++i) {
      answers_.events[i] = (times.events.*kEvents[i]).value_or(kUnknownCount);
    }
    answers_.are_events_scaled = times.events.is_scaled ? 1 : 0;
  }

  CallTimes time_calls() {
    BlockTimer timer({stopwatch_, clock_costs_, request_.counts_events});
    if (request_.is_in_one_call) return timer.time_together(*this, begin_, size_);
    const std::span puzzle_ns(answers_.puzzle_ns.data(), size_);
    if (!request_.makes_round_trips) return timer.time_one_by_one(*this, begin_, puzzle_ns);
    const CallTimes times = timer.time_with_pauses(*this, begin_, puzzle_ns,
                                                   [this] { round_trip_.measure(question_, {}); });
    const auto echo = round_trip_.process();
    if (answers_.echo_bytes == 0 && echo) {
      answers_.echo_bytes = peak_resident_bytes(*echo).value_or(0);
    }
    return times;
  }

  /// Asks for missing solutions outside the timed calls, so that every answer can be checked,
  /// unless the engine only counts. Some plugins only return a solution with a limit of 1.
  void complete_solutions() {
    const auto progress = answers_.progress.load(std::memory_order_relaxed);
    if (progress < size_) return;  // stopped
    // Calls the interface, as BlockTimer does before. Sanitizers check a new kind of call with a
    // pipe, but a plugin may have used up the descriptors.
    Stopwatch& stopwatch = stopwatch_;
    for (std::size_t i = progress - size_; i < size_; ++i) {
      const HostAnswers::Entry& answer = answers_.entries[i];
      on_progress(size_ + i, stopwatch.wall_ns());
      if (only_counts_ || answer.has_solution != 0 || answer.solutions == 0) continue;
      solver_.ask_for_solution(boards_.subspan(i, 1));
      only_counts_ = answer.has_solution == 0;
    }
    on_progress(2 * size_, stopwatch.wall_ns());
  }

  HostedFunction& solver_;
  const HostRequest& request_;
  HostAnswers& answers_;
  std::size_t size_ = 0;
  std::uint64_t begin_ = 0;
  SolveLimits limits_;
  std::int64_t deadline_ns_ = 0;  // on the steady clock
  HostedBoards boards_{};
  std::string question_;  // for the echo
  alignas(64) std::array<std::uint8_t, sizeof HostRequest::puzzles> puzzles_;
  alignas(64) std::array<std::uint8_t, sizeof HostRequest::preparation> preparation_;
  alignas(64) std::array<std::uint8_t, sizeof HostRequest::preparation> unmeasured_solutions_;
  std::array<HostAnswers::Entry, kMostPreparation> unmeasured_;
  bool only_counts_ = false;
  RoundTrip round_trip_;
  HostStopwatch stopwatch_;
  const ClockCosts clock_costs_ = clock_costs(stopwatch_);
};

/// Maps shared memory and closes its descriptor.
template <typename T>
T& map_shared(int memory, int protection) {
  void* mapped = ::mmap(nullptr, sizeof(T), protection, MAP_SHARED, memory, 0);
  if (mapped == MAP_FAILED) throw std::runtime_error("its host process cannot map shared memory");
  ::close(memory);
  return *static_cast<T*>(mapped);
}

/// The standard streams belong to the user of the benchmark, not to the engine. It may write to
/// standard error.
void detach_standard_streams() {
  const Descriptor null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  ::dup2(null.number(), STDIN_FILENO);
  ::dup2(null.number(), STDOUT_FILENO);
}

void send_message(int socket, std::string_view message) {
  ::send(socket, message.data(), message.size(), MSG_NOSIGNAL);
}

}  // namespace

int run_engine_host(const HostedEngine& engine, const HostChannels& channels) {
  detach_standard_streams();
  // Children of the engine stay descendants of this process when their parents end.
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  try {
    const auto& request = map_shared<const HostRequest>(channels.request, PROT_READ);
    auto& answers = map_shared<HostAnswers>(channels.answers, PROT_READ | PROT_WRITE);
    answers.echo_bytes = 0;
    answers.bytes_before = peak_resident_bytes(::getpid()).value_or(0);
    const auto solver = make_hosted_function(engine);
    const auto host = std::make_unique<EngineHost>(*solver, request, answers);
    std::uint64_t number = 0;
    std::string ready(1, kReady);
    if (const auto form = solver->only_form()) {
      ready += *form == BoardForm::text ? kTextLetter : kCellsLetter;
    }
    send_message(channels.socket, ready);
    while (::recv(channels.socket, &number, sizeof number, 0) == sizeof number) {
      host->solve_batch();
      if (::send(channels.socket, &number, sizeof number, MSG_NOSIGNAL) < 0) return 1;
    }
  } catch (const std::runtime_error& error) {
    send_message(channels.socket, std::string("e") + error.what());
    return 1;
  }
  return 0;
}

}  // namespace sudoku
