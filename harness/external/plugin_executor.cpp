#include <algorithm>
#include <atomic>
#include <utility>

#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engines/grid.h"
#include "engines/plugin.h"
#include "harness/base/cpus.h"
#include "harness/base/units.h"
#include "harness/external/child_process.h"
#include "harness/external/external_executor.h"
#include "harness/external/plugin_function.h"
#include "harness/puzzle/regular_board.h"
#include "harness/puzzle/unavoidable_sets.h"

namespace sudoku {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

/// Interval between two checks of the progress.
constexpr std::chrono::milliseconds kPollInterval = 10ms;
/// Grace period after a stop request.
constexpr std::chrono::milliseconds kStopGrace = 100ms;
/// Time limit for the preparation.
constexpr std::chrono::nanoseconds kPrepareLimit = 1s;

constexpr const char* kCorrupted = "corrupted the memory of its host";

/// Returns a copy, so that later changes by another process have no effect.
template <typename T>
T read_once(const T& shared) {
  T copy = shared;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  return copy;
}

/// Returns the digit in a cell; 0 for an invalid one.
std::uint8_t read_cell(std::uint8_t shared, BoardForm form, std::size_t side) {
  if (form == BoardForm::text) return parse_cell(static_cast<char>(shared));
  return shared <= side ? shared : 0;
}

/// Runs a plugin in a host process. If it fails or times out in a call for a whole batch, the batch
/// is solved puzzle by puzzle. If it returns no solution, the host asks again with a limit of 1,
/// outside the timed calls.
class PluginExecutor final : public ExternalExecutor {
 public:
  PluginExecutor(const PluginSource& source, bool counts_events)
      : ExternalExecutor(counts_events), source_(source) {}

  Probe probe(const BoardKind& kind, const SolveLimits& limits) override {
    Probe probe{.error = launch(limits)};
    if (!probe.error.empty()) return probe;
    if (form_ == BoardForm::text && kind.shape != k9x9) {
      probe.unsupported_reason = "for 9x9 only";
      return probe;
    }
    const EngineSample sample = solve_probe(probe_puzzles(kind), 1, limits);
    const SolveResult& result = sample.results.front();
    probe.unsupported_reason = refusal_of(status_);
    probe.is_unavailable = status_ == SUDOKU_UNAVAILABLE;
    if (!probe.unsupported_reason.empty()) return probe;
    if (result.outcome == Outcome::failed) {
      probe.error = sample.failures.front().what + " on a probe puzzle";
    } else if (result.outcome == Outcome::timeout) {
      probe.error = "did not finish a probe puzzle";
    } else {
      probe.error =
          kind.have_candidates ? find_candidates_error(sample) : find_count_error(result, limits);
      probe.lists_solutions = result.solutions == 0 || result.has_solution;
    }
    return probe;
  }

 private:
  struct Host {
    ChildProcess process;
    Descriptor channel;
    std::uint64_t bytes_before = 0;  // peak memory without the engine; 0 if unknown
  };
  /// The puzzles of a block that fit in the exchange.
  struct Batch {
    std::size_t first;  // index in the block
    Boards puzzles;
    const SolveLimits& limits;
  };
  /// Last known progress of the host. Times are on the steady clock.
  struct Progress {
    std::uint64_t value;
    std::int64_t since_ns;
    std::int64_t read_ns;

    std::int64_t duration_ns() const { return read_ns - since_ns; }
  };

  EngineSample solve_probe(const Boards& puzzles, std::uint64_t max_solutions, SolveLimits limits) {
    limits.max_solutions = max_solutions;
    limits.max_time = start_limit(limits.max_time);
    return measure(puzzles, Boards{puzzles.shape, {}}, limits, std::chrono::nanoseconds::max());
  }

  /// Returns why the engine does not count solutions; empty if it probably does.
  std::string find_count_error(const SolveResult& result, const SolveLimits& limits) {
    if (result.has_solution || result.solutions != 1 || form_ != BoardForm::text) return {};
    // A block function that is called as a text function returns a status, which looks like a
    // count.
    const OwnedBoard board = regular_board(k9x9);
    const OwnedBoard ambiguous = without_uniqueness(board, board);
    if (solve_probe(Board(ambiguous), 2, limits).results.front().solutions == 2) return {};
    return "finds one solution of a probe puzzle with two and returns none; a block function needs "
           "SUDOKU_BLOCK_FUNCTION of engines/plugin.h";
  }

  /// Starts a host process if none runs, and loads the plugin. Returns an error message if the
  /// plugin cannot be loaded; otherwise an empty text. Throws std::system_error if the system
  /// refuses the process.
  std::string launch(const SolveLimits& limits) {
    if (host_ || !launch_error_.empty()) return launch_error_;
    auto [here, there] = make_socket_pair();
    const int socket = there.number();
    const int request = request_.descriptor();
    const int answers = answers_.descriptor();
    const ChildProcess::Inherited inherited[] = {
        {socket, socket}, {request, request}, {answers, answers}};
    Host host{ChildProcess(plugin_host_arguments(source_, {socket, request, answers}), inherited),
              std::move(here)};
    there = {};
    const std::chrono::duration<double> limit = start_limit(limits.max_time);
    const auto begin = Clock::now();
    while (!is_ready(host.channel, POLLIN, kPollInterval) && !host.process.has_ended()) {
      if (limits.is_stop_requested()) return "was stopped before it had loaded";
      if (limit.count() > 0 && Clock::now() - begin > limit) {
        return launch_error_ =
                   fmt::format("did not load within {:g} s; raise --timeout", limit.count());
      }
    }
    char message[1024];
    const ssize_t size = ::recv(host.channel.number(), message, sizeof message, MSG_DONTWAIT);
    if (size <= 0) return launch_error_ = host.process.terminate();
    if (message[0] == kRefused) {
      const std::string number(message + 1, message + size);
      throw std::system_error(std::stoi(number), std::generic_category(), "starting a plugin");
    }
    if (message[0] != kReady) return launch_error_ = std::string(message + 1, message + size);
    form_ = message[1] == kCellsLetter ? BoardForm::cells : BoardForm::text;
    host.bytes_before = answers_->bytes_before.load();
    host_.emplace(std::move(host));
    return {};
  }

  /// Writes boards in the form of the plugin. Returns the number of bytes.
  std::size_t write_boards(const Boards& boards, std::span<std::uint8_t> out) const {
    if (form_ == BoardForm::cells) {
      std::copy(boards.cells.begin(), boards.cells.end(), out.begin());
      return boards.cells.size();
    }
    const std::size_t stride = stride_of(boards.kind(), form_);
    for (std::size_t i = 0; i < boards.size(); ++i) {
      char* const text = reinterpret_cast<char*>(&out[i * stride]);
      const std::string line = format_line(boards[i]);
      text[line.copy(text, line.size())] = '\0';
    }
    return boards.size() * stride;
  }

  /// Returns the candidates that the plugin gets in addition to its form of the boards.
  std::span<const Digits> candidates_of(const Boards& boards) const {
    return form_ == BoardForm::cells ? boards.candidates : std::span<const Digits>();
  }

  void fill_sample(const Boards& puzzles, const Boards& preparation,
                   const SolveLimits& limits) override {
    launch(limits);  // determines the form of the plugin; solve_batch handles errors
    request_->kind = puzzles.kind();
    const std::size_t stride = stride_of(puzzles.kind(), form_);
    const Boards prepared =
        preparation.subspan(0, std::min(preparation.size(), kPreparationRoom / stride));
    request_->preparation_size = prepared.size();
    write_boards(prepared, request_->preparation);
    std::ranges::copy(candidates_of(prepared), request_->preparation_candidates.begin());
    const std::size_t most = std::min(kHostBatch, kHostRoom / stride);
    for (std::size_t first = 0; first < puzzles.size(); first += most) {
      if (limits.is_over()) return;
      const std::size_t size = std::min(puzzles.size() - first, most);
      solve_batch({first, puzzles.subspan(first, size), limits});
    }
  }

  void solve_batch(const Batch& batch) {
    HostBoards& puzzles = request_->inverted_puzzles;
    const std::size_t bytes = write_boards(batch.puzzles, puzzles);
    std::transform(puzzles.begin(), puzzles.begin() + bytes, puzzles.begin(), std::bit_not());
    std::ranges::transform(candidates_of(batch.puzzles), request_->inverted_candidates.begin(),
                           std::bit_not());
    is_in_one_call_ = source_.takes_blocks && form_ == BoardForm::cells;
    const std::size_t size = batch.puzzles.size();
    request_->size = size;
    request_->limits = batch.limits;
    request_->stop.store(false);
    request_->counts_events = counts_events_;
    std::uint64_t progress = 0;
    while (progress < 2 * size && !batch.limits.is_over()) {
      if (const std::string reason = launch(batch.limits); reason.empty()) {
        progress = run_host(batch, progress);
      } else if (!batch.limits.is_over()) {
        for (; progress < size; ++progress) {
          add_time(batch.first + progress, 0);
          record_crash(batch.first + progress, reason);
        }
        break;
      }
    }
    read_solutions(batch);
  }

  /// Lets a host solve the batch from that progress on. Returns where the next host continues.
  std::uint64_t run_host(const Batch& batch, std::uint64_t begin) {
    const std::size_t size = batch.puzzles.size();
    request_->begin = begin;
    const StayOnCpu stay;
    request_->cpu = stay.cpu();
    request_->is_in_one_call = is_in_one_call_;
    ++request_->number;
    const std::int64_t begin_ns = clock_ns(CLOCK_MONOTONIC);
    progress_ = {request_->preparation_size > 0 ? kPreparing : begin, begin_ns, begin_ns};
    answers_->progress_ns.store(begin_ns);
    answers_->progress.store(progress_.value);
    // `wait` detects a host that has died.
    ::send(host_->channel.number(), &request_->number, sizeof request_->number, MSG_NOSIGNAL);
    ProcessEnd end = wait(batch.limits);
    const bool is_possible = read_progress();
    // A host finishes early only after a stop request.
    const bool is_at_end = progress_.value == 2 * size || batch.limits.is_over();
    if (!is_possible || (end == ProcessEnd::finished && !is_at_end)) {
      end = ProcessEnd::crashed;
      crash_ = kCorrupted;
    }
    update_peak_memory();
    if (end == ProcessEnd::crashed && crash_.empty()) crash_ = host_->process.terminate();
    if (end != ProcessEnd::finished) host_.reset();
    // The host may have made progress before it was killed.
    read_progress();
    read_answers(batch, begin, begin_ns);
    return end == ProcessEnd::finished ? 2 * size : skip_puzzle(batch, end);
  }

  /// Waits until the host stops working on a batch. Sets `crash_` after a crash.
  ProcessEnd wait(const SolveLimits& limits) {
    crash_.clear();
    const Descriptor& channel = host_->channel;
    Clock::time_point end = Clock::time_point::max();
    while (true) {
      if (is_ready(channel, POLLIN, kPollInterval)) {
        std::uint64_t number = 0;
        const ssize_t size = ::recv(channel.number(), &number, sizeof number, MSG_DONTWAIT);
        if (size <= 0) return ProcessEnd::crashed;
        // Ignore anything else that a plugin or its children send.
        if (size == sizeof number && number == request_->number) return ProcessEnd::finished;
      } else if (host_->process.has_ended() && !is_ready(channel, POLLIN, {})) {
        return ProcessEnd::crashed;  // children of a plugin may keep the connection open
      }
      if (!read_progress()) {
        crash_ = kCorrupted;
        return ProcessEnd::crashed;
      }
      if (is_timed_out(limits)) return ProcessEnd::timed_out;
      if (Clock::now() >= end) return ProcessEnd::cancelled;
      if (!request_->stop.load() && limits.is_over()) {
        request_->stop.store(true);
        end = Clock::now() + kStopGrace;
      }
    }
  }

  /// Updates `progress_`. Returns false if the value is impossible.
  bool read_progress() {
    const std::uint64_t value = answers_->progress.load();
    const std::int64_t since_ns = answers_->progress_ns.load();
    const std::int64_t now = clock_ns(CLOCK_MONOTONIC);
    if (value != progress_.value) {
      const bool was_preparing = progress_.value == kPreparing;
      const std::uint64_t least = was_preparing ? request_->begin : progress_.value;
      if (value < least || value > 2 * request_->size) return false;
      progress_.value = value;
      progress_.since_ns = std::clamp(since_ns, progress_.read_ns, now);
    }
    progress_.read_ns = now;
    return true;
  }

  bool is_timed_out(const SolveLimits& limits) const {
    if (progress_.value == kPreparing) return progress_.duration_ns() > kPrepareLimit.count();
    return limits.max_time.count() > 0 && progress_.duration_ns() > limits.max_time.count();
  }

  void update_peak_memory() {
    const auto bytes = peak_resident_bytes(host_->process.id());
    if (!bytes || host_->bytes_before == 0) return;
    const std::uint64_t own = *bytes - std::min(*bytes, host_->bytes_before);
    sample_.peak_bytes = std::max(sample_.peak_bytes, std::optional(own));
  }

  /// Records how the host ended during a puzzle. Returns where the next host continues.
  std::uint64_t skip_puzzle(const Batch& batch, ProcessEnd end) {
    const std::size_t size = batch.puzzles.size();
    const std::uint64_t progress = progress_.value;
    if (progress == kPreparing) {
      request_->preparation_size = 0;
      return request_->begin;
    }
    const bool was_in_time = end == ProcessEnd::timed_out && !is_timed_out(batch.limits);
    if (was_in_time || progress == 2 * size) return progress;
    if (is_in_one_call_ && end != ProcessEnd::cancelled && progress < size) {
      is_in_one_call_ = false;
      return progress;
    }
    const std::size_t i = progress % size;
    if (progress < size) {
      add_time(batch.first + i, progress_.duration_ns());
      sample_.cpu_ns += progress_.duration_ns();
    }
    record_end(batch.first + i, end, crash_);
    // So that the next host does not ask for the solution.
    answers_->counts[i] = {};
    return progress + 1;
  }

  /// Adds the results and times of the puzzles that the host solved after `begin`.
  void read_answers(const Batch& batch, std::uint64_t begin, std::int64_t begin_ns) {
    if (progress_.value == kPreparing) return;
    const std::size_t size = batch.puzzles.size();
    const std::uint64_t end = std::min<std::uint64_t>(progress_.value, size);
    const std::int64_t elapsed_ns = clock_ns(CLOCK_MONOTONIC) - begin_ns;
    const std::int64_t wall_before_ns = sample_.wall_ns;
    if (begin >= end) return;
    for (std::uint64_t i = begin; i < end; ++i) {
      // One call returns one status.
      if (!is_in_one_call_ || i == begin) status_ = read_once(answers_->statuses[i]);
      read_answer(batch, i, elapsed_ns - (sample_.wall_ns - wall_before_ns));
    }
    if (is_in_one_call_) {
      sample_.wall_ns += std::clamp<std::int64_t>(read_once(answers_->wall_ns), 0, elapsed_ns);
    }
    // If the host died or the value is impossible, the wall time counts.
    const std::int64_t wall_ns = sample_.wall_ns - wall_before_ns;
    const std::int64_t cpu_ns = read_once(answers_->cpu_ns);
    const std::int64_t most_ns = elapsed_ns * ::sysconf(_SC_NPROCESSORS_ONLN);
    const bool is_known = end == size && cpu_ns >= 0 && cpu_ns <= most_ns;
    sample_.cpu_ns += is_known ? cpu_ns : wall_ns;
    const std::int64_t switches = read_once(answers_->switches);
    if (end == size && switches >= 0) sample_.switches += switches;
    sample_.events += end == size ? read_events(elapsed_ns) : EventCounts{};
  }

  /// Reads the event counts. Impossibly large counts are unknown.
  EventCounts read_events(std::int64_t elapsed_ns) const {
    constexpr std::uint64_t kMostANanosecond = 100;
    const std::uint64_t most = kMostANanosecond * static_cast<std::uint64_t>(elapsed_ns);
    EventCounts counts;
    for (std::size_t i = 0; i < kEvents.size(); ++i) {
      const std::uint64_t count = read_once(answers_->events[i]);
      if (count <= most) counts.*kEvents[i] = count;
    }
    counts.is_scaled = read_once(answers_->are_events_scaled) != 0;
    return counts;
  }

  /// Reads one answer. A call of more than `longest_ns` is impossible.
  void read_answer(const Batch& batch, std::size_t i, std::int64_t longest_ns) {
    const std::size_t puzzle = batch.first + i;
    const SudokuCount count = read_once(answers_->counts[i]);
    const std::uint64_t guesses = read_once(answers_->guesses[i]);
    const std::int64_t wall_ns = read_once(answers_->puzzle_ns[i]);
    if (wall_ns < 0 || wall_ns > longest_ns) {
      add_time(puzzle, 0);
      return record_crash(puzzle, kCorrupted);
    }
    if (status_ != SUDOKU_SOLVED) {
      const std::string_view refusal = refusal_of(status_);
      add_time(puzzle, wall_ns);
      return record_crash(puzzle, refusal.empty()
                                      ? fmt::format("returned the unknown status {}", status_)
                                      : fmt::format("returned: {}", refusal));
    }
    SolveResult& result = sample_.results[puzzle];
    result.solutions = SolutionCount{count.high} << 64U | count.low;
    result.outcome = outcome_of(result.solutions, batch.limits.max_solutions);
    result.has_guesses = guesses != guesses_unknown(form_);
    result.guesses = result.has_guesses ? guesses : 0;
    if (is_in_one_call_) {
      sample_.puzzle_ns[puzzle] = EngineSample::kNotTimed;
    } else {
      add_time(puzzle, wall_ns);
    }
  }

  void read_solutions(const Batch& batch) {
    for (std::size_t i = 0; i < batch.puzzles.size(); ++i) {
      SolveResult& result = sample_.results[batch.first + i];
      if (result.solutions == 0) continue;
      const std::span cells = sample_.solutions.cells_of(batch.first + i);
      const std::uint8_t* const shared =
          answers_->solutions.data() + i * stride_of(batch.puzzles.kind(), form_);
      result.has_solution = false;
      for (std::size_t cell = 0; cell < cells.size(); ++cell) {
        const std::uint8_t byte = read_once(shared[cell]);
        result.has_solution |= byte != 0;
        cells[cell] = read_cell(byte, form_, batch.puzzles.shape.side());
      }
    }
  }

  PluginSource source_;
  BoardForm form_ = BoardForm::text;  // the host reports it when it starts
  bool is_in_one_call_ = false;       // the rest of the batch
  SharedMemory<HostRequest> request_;
  SharedMemory<HostAnswers> answers_;
  std::optional<Host> host_;
  std::string launch_error_;  // why no further host is started
  std::string crash_;         // how the last host crashed
  int status_ = 0;            // last return value of a block function
  Progress progress_{};
};

}  // namespace

std::unique_ptr<ExternalExecutor> make_plugin_executor(const PluginSource& source,
                                                       bool counts_events) {
  return std::make_unique<PluginExecutor>(source, counts_events);
}

}  // namespace sudoku
