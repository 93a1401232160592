#include <functional>
#include <stdexcept>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "harness/base/cpus.h"
#include "harness/external/child_process.h"
#include "harness/external/external_executor.h"
#include "harness/external/host_program.h"
#include "harness/external/plugin_function.h"
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

/// Solves batches. First copies the input to its own memory and clears the answers. Timed calls
/// then do not access memory that another CPU used last.
class PluginHost {
 public:
  PluginHost(const PluginFunction& function, const HostRequest& request, HostAnswers& answers)
      : function_(function), request_(request), answers_(answers) {}

  /// Runs on the CPU of the caller, which waits. Other threads may use the other CPUs.
  void solve_batch() {
    move_to_cpu(request_.cpu);
    read_request();
    if (request_.preparation_size > 0) on_progress(kPreparing, clock_ns(CLOCK_MONOTONIC));
    if (!is_warm_ && request_.preparation_size > 0) warm_up();
    if (begin_ < size_) solve_timed();
    complete_solutions();
  }

  // The `Work` of BlockTimer:
  void solve(Part part, std::size_t first, std::size_t count) {
    function_.call(boards_of(part), first, count, limit_);
  }
  /// Copies the puzzles, which remain inverted until `begin`. Clears the memory for the answers,
  /// because a host that died may have left answers.
  void touch() {
    const std::size_t bytes = size_ * boards().stride;
    std::copy_n(request_.inverted_puzzles.data(), bytes, puzzles_.data());
    if (boards().candidates != nullptr) {
      std::copy_n(request_.inverted_candidates.data(), bytes, candidates_.data());
    }
    clear(boards(), begin_, size_);
    std::fill(answers_.puzzle_ns.begin() + static_cast<std::ptrdiff_t>(begin_),
              answers_.puzzle_ns.begin() + static_cast<std::ptrdiff_t>(size_), 0);
  }
  void begin() {
    const std::size_t bytes = size_ * boards().stride;
    std::transform(puzzles_.data(), puzzles_.data() + bytes, puzzles_.data(), std::bit_not());
    if (boards().candidates == nullptr) return;
    std::transform(candidates_.data(), candidates_.data() + bytes, candidates_.data(),
                   std::bit_not());
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
    limit_ = plugin_limit(limits_.max_solutions);
    deadline_ns_ = std::chrono::nanoseconds(limits_.deadline.time_since_epoch()).count();
    const BoardKind kind = request_.kind;
    const BoardForm form = function_.form;
    const bool have_sets = kind.have_candidates && form == BoardForm::cells;
    const auto boards_in = [&](std::uint8_t* puzzles, HostAnswers& answers, Digits* candidates) {
      return PluginBoards{kind.shape,
                          form,
                          stride_of(kind, form),
                          puzzles,
                          answers.solutions.data(),
                          answers.counts.data(),
                          answers.guesses.data(),
                          answers.statuses.data(),
                          have_sets ? candidates : nullptr};
    };
    boards_of(Part::block) = boards_in(puzzles_.data(), answers_, candidates_.data());
    boards_of(Part::preparation) =
        boards_in(unmeasured_puzzles_.data(), unmeasured_, unmeasured_candidates_.data());
    unmeasured_puzzles_ = request_.preparation;
    if (have_sets) unmeasured_candidates_ = request_.preparation_candidates;
    clear(boards_of(Part::preparation), 0, request_.preparation_size);
  }

  /// Solves the preparation for 10 ms. In a new process, the first access to each page of memory
  /// is slow.
  void warm_up() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(10);
    const std::size_t size = request_.preparation_size;
    const std::size_t step = request_.is_in_one_call ? size : 1;
    for (std::size_t i = 0; std::chrono::steady_clock::now() < end; i = (i + step) % size) {
      solve(Part::preparation, i, step);
    }
    is_warm_ = true;
  }

  PluginBoards& boards_of(Part part) { return parts_[static_cast<std::size_t>(part)]; }
  const PluginBoards& boards() { return boards_of(Part::block); }

  /// Clears the memory for the answers.
  static void clear(const PluginBoards& boards, std::size_t begin, std::size_t end) {
    std::fill(boards.counts + begin, boards.counts + end, SudokuCount{});
    std::fill(boards.guesses + begin, boards.guesses + end, guesses_unknown(boards.form));
    std::fill(boards.statuses + begin, boards.statuses + end, SUDOKU_SOLVED);
    std::fill(boards.solutions + begin * boards.stride, boards.solutions + end * boards.stride, 0);
  }

  void solve_timed() {
    // The CPU time of processes that the plugin started counts as well.
    const std::int64_t others_begin_ns = descendants_cpu_ns(::getpid());
    const CallTimes times = BlockTimer({stopwatch_, clock_costs_, request_.counts_events}, *this,
                                       request_.preparation_size, request_.is_in_one_call)
                                .measure(begin_, std::span(answers_.puzzle_ns.data(), size_));
    const std::int64_t others_ns = descendants_cpu_ns(::getpid()) - others_begin_ns;
    answers_.wall_ns = times.wall_ns;
    answers_.cpu_ns = times.cpu_ns + std::max<std::int64_t>(others_ns, 0);
    answers_.switches = times.switches;
    for (std::size_t i = 0; i < kEvents.size(); ++i) {
      answers_.events[i] = (times.events.*kEvents[i]).value_or(kUnknownCount);
    }
    answers_.are_events_scaled = times.events.is_scaled ? 1 : 0;
  }

  /// Asks for missing solutions outside the timed calls, so that every answer can be checked,
  /// unless the plugin only counts. Some plugins only return a solution with a limit of 1.
  void complete_solutions() {
    const auto progress = answers_.progress.load(std::memory_order_relaxed);
    if (progress < size_) return;  // stopped
    SudokuCount count{};
    std::uint64_t guesses = 0;
    int status = SUDOKU_SOLVED;
    for (std::size_t i = progress - size_; i < size_; ++i) {
      on_progress(size_ + i, clock_ns(CLOCK_MONOTONIC));
      const SudokuCount& found = answers_.counts[i];
      if (only_counts_ || (found.low == 0 && found.high == 0) || boards().has_solution(i)) continue;
      const std::size_t offset = i * boards().stride;
      function_.call(
          {boards().shape, boards().form, boards().stride, boards().puzzles + offset,
           boards().solutions + offset, &count, &guesses, &status, boards().candidates_from(i)},
          0, 1, 1);
      only_counts_ = !boards().has_solution(i);
    }
    on_progress(2 * size_, clock_ns(CLOCK_MONOTONIC));
  }

  const PluginFunction& function_;
  const HostRequest& request_;
  HostAnswers& answers_;
  std::size_t size_ = 0;
  std::uint64_t begin_ = 0;
  SolveLimits limits_;
  std::uint64_t limit_ = 0;              // as plugins get it
  std::int64_t deadline_ns_ = 0;         // on the steady clock
  std::array<PluginBoards, 2> parts_{};  // by Part
  alignas(64) HostBoards puzzles_;
  HostCandidates candidates_;
  decltype(HostRequest::preparation) unmeasured_puzzles_;
  decltype(HostRequest::preparation_candidates) unmeasured_candidates_;
  HostAnswers unmeasured_;
  bool only_counts_ = false;
  bool is_warm_ = false;
  HostStopwatch stopwatch_;
  const ClockCosts clock_costs_ = clock_costs(stopwatch_);
};

/// Maps shared memory and closes its descriptor.
template <typename T>
T& map_shared(int memory, int protection) {
  void* mapped = ::mmap(nullptr, sizeof(T), protection, MAP_SHARED, memory, 0);
  if (mapped == MAP_FAILED) {
    throw std::system_error(errno, std::generic_category(), "memory shared with a sub-process");
  }
  ::close(memory);
  return *static_cast<T*>(mapped);
}

/// The standard streams belong to the user of the benchmark, not to the plugin. It may write to
/// standard error.
void detach_standard_streams() {
  const Descriptor null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  ::dup2(null.number(), STDIN_FILENO);
  ::dup2(null.number(), STDOUT_FILENO);
}

void send_message(int socket, const std::string& message) {
  ::send(socket, message.data(), message.size(), MSG_NOSIGNAL);
}

}  // namespace

int run_plugin_host(const PluginSource& source, const HostChannels& channels) {
  detach_standard_streams();
  // Children of the plugin stay descendants of this process when their parents end.
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  try {
    const auto& request = map_shared<const HostRequest>(channels.request, PROT_READ);
    auto& answers = map_shared<HostAnswers>(channels.answers, PROT_READ | PROT_WRITE);
    answers.bytes_before = peak_resident_bytes(::getpid()).value_or(0);
    const PluginFunction function = make_plugin_function(source);
    const std::unique_ptr<PluginHost> host(new (std::nothrow)
                                               PluginHost(function, request, answers));
    if (!host) throw std::system_error(ENOMEM, std::generic_category());
    std::uint64_t number = 0;
    send_message(channels.socket,
                 {kReady, function.form == BoardForm::text ? kTextLetter : kCellsLetter});
    const auto receive_request = [&] {
      const StayOnCpu stay;
      return ::recv(channels.socket, &number, sizeof number, 0) == sizeof number;
    };
    while (receive_request()) {
      host->solve_batch();
      if (::send(channels.socket, &number, sizeof number, MSG_NOSIGNAL) < 0) return 1;
    }
  } catch (const std::system_error& error) {
    send_message(channels.socket, kRefused + std::to_string(error.code().value()));
    return 1;
  } catch (const std::runtime_error& error) {
    send_message(channels.socket, std::string("e") + error.what());
    return 1;
  }
  return 0;
}

}  // namespace sudoku
