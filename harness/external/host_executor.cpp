#include "harness/external/host_executor.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <utility>

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engines/grid.h"
#include "engines/plugin.h"
#include "harness/base/cpus.h"
#include "harness/base/units.h"
#include "harness/external/probe_puzzle.h"
#include "harness/puzzle/unavoidable_sets.h"

namespace sudoku {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

/// How often an engine at work is looked at.
constexpr std::chrono::milliseconds kLook = 10ms;
/// How long it may go on after it has been told to stop.
constexpr std::chrono::milliseconds kStopPatience = 100ms;
/// How long it may take to load, and for a puzzle that takes no time.
constexpr std::chrono::nanoseconds kLoadPatience = 10s;
/// How long it may take for puzzles that it has solved before in a fraction of that.
constexpr std::chrono::nanoseconds kPreparePatience = 1s;

std::int64_t now_ns() {
  return std::chrono::nanoseconds(Clock::now().time_since_epoch()).count();
}

bool is_readable(int descriptor, std::chrono::milliseconds patience) {
  pollfd entry{descriptor, POLLIN, 0};
  return ::poll(&entry, 1, static_cast<int>(patience.count())) > 0;
}

/// A copy that another process cannot change any more.
template <typename T>
T read_once(const T& shared) {
  T copy = shared;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  return copy;
}

/// A cell without a digit of that side stays empty, which no solution has.
std::uint8_t read_cell(std::uint8_t shared, BoardForm form, std::size_t side) {
  if (form == BoardForm::text) return parse_cell(static_cast<char>(shared));
  return shared <= side ? shared : 0;
}

/// What a function of blocks says of itself that returns that.
std::string describe_refusal(int refusal) {
  return refusal == SUDOKU_SHAPE_NOT_TAKEN ? "not for boards of that shape"
                                           : "not for this computer";
}

bool is_known_refusal(int refusal) {
  return refusal == SUDOKU_SHAPE_NOT_TAKEN || refusal == SUDOKU_UNAVAILABLE;
}

}  // namespace

HostExecutor::HostExecutor(HostedSource source, bool counts_events)
    : ExternalExecutor(counts_events), source_(std::move(source)) {}

Probe HostExecutor::probe(const Shape& shape) {
  if (std::string reason = launch(); !reason.empty()) return {.objection = reason};
  const bool is_given_text = form_for(k9x9) == BoardForm::text;
  if (known_form_ == BoardForm::text && shape != k9x9) {
    return {.refusal = "for 9x9 only", .is_given_text = true};
  }
  const OwnedBoard puzzle = probe_puzzle(shape);
  const EngineSample sample = ask_probe(puzzle, 1);
  const SolveResult& result = sample.results.front();
  if (is_known_refusal(refusal_)) {
    return {.refusal = describe_refusal(refusal_),
            .is_unavailable = refusal_ == SUDOKU_UNAVAILABLE};
  }
  if (result.outcome == Outcome::failed) {
    return {.objection = sample.failures.front().what + " on a probe puzzle"};
  }
  if (result.outcome == Outcome::timeout) {
    return {.objection = "did not finish a probe puzzle"};
  }
  return {.objection = objection_to_count(result),
          .is_given_text = is_given_text,
          .lists_solutions = result.solutions == 0 || result.has_solution};
}

EngineSample HostExecutor::ask_probe(const Board& puzzle, std::uint64_t max_solutions) {
  SolveLimits limits;
  limits.max_solutions = max_solutions;
  limits.max_time = kLoadPatience;
  return measure(puzzle, limits, std::chrono::nanoseconds::max());
}

std::string HostExecutor::objection_to_count(const SolveResult& result) {
  if (result.has_solution || result.solutions != 1 || form_ != BoardForm::text) return {};
  // What a function of blocks returns that cannot read its question looks like a count.
  const OwnedBoard board = probe_solution(k9x9);
  if (ask_probe(without_uniqueness(board, board), 2).results.front().solutions == 2) return {};
  return "finds no second solution of a probe puzzle and gives none: is it a function of blocks "
         "without its SUDOKU_BLOCK_FUNCTION of engines/plugin.h?";
}

std::string HostExecutor::launch() {
  if (host_ || !objection_.empty()) return objection_;
  auto [here, there] = make_socket_pair();
  const int descriptors[] = {there.number(), request_.descriptor(), answers_.descriptor()};
  const ChildProcess::Inherited inherited[] = {{descriptors[0], descriptors[0]},
                                               {descriptors[1], descriptors[1]},
                                               {descriptors[2], descriptors[2]}};
  std::optional<ThreadPin> stay;
  if (source_.pace == HostPace::by_question) stay.emplace();
  Host host{
      ChildProcess(engine_host_arguments(source_, descriptors[0], descriptors[1], descriptors[2]),
                   inherited),
      std::move(here)};
  there = {};
  const auto end = Clock::now() + kLoadPatience;
  while (!is_readable(host.channel.number(), kLook) && !host.process.has_ended()) {
    if (Clock::now() > end) return objection_ = "does not load";
  }
  char message[1024];
  const ssize_t size = ::recv(host.channel.number(), message, sizeof message, MSG_DONTWAIT);
  if (size <= 0) return objection_ = host.process.end();
  if (message[0] != kReady) return objection_ = std::string(message + 1, message + size);
  if (size > 1) known_form_ = message[1] == kCellsLetter ? BoardForm::cells : BoardForm::text;
  host.bytes_before = answers_->bytes_before.load();
  host_.emplace(std::move(host));
  return {};
}

BoardForm HostExecutor::form_for(const Shape& shape) const {
  if (known_form_) return *known_form_;
  return shape == k9x9 ? source_.form : BoardForm::cells;
}

void HostExecutor::write_boards(const Boards& boards, std::span<std::uint8_t> out) const {
  if (form_ == BoardForm::cells) {
    std::copy(boards.cells.begin(), boards.cells.end(), out.begin());
    return;
  }
  for (std::size_t i = 0; i < boards.size(); ++i) {
    char* const text = reinterpret_cast<char*>(&out[i * kTextRoom]);
    format_line(boards[i], text);
    text[boards.shape.cells()] = '\0';
  }
}

void HostExecutor::fill_sample(const Boards& puzzles, const SolveLimits& limits) {
  // What it knows, it says when it is launched; whether it can be is seen to with each batch.
  if (!known_form_) launch();
  form_ = form_for(puzzles.shape);
  request_->shape = puzzles.shape;
  request_->form = form_;
  const bool is_prepared = preparation().shape() == puzzles.shape;
  const std::size_t prepared = is_prepared ? std::min(preparation().size(), kMostPreparation) : 0;
  request_->preparation_size = prepared;
  write_boards(Boards(preparation()).subspan(0, prepared), request_->preparation);
  const std::size_t most = batch_of(puzzles.shape, form_);
  for (std::size_t first = 0; first < puzzles.size(); first += most) {
    if (limits.is_over()) return;
    const std::size_t size = std::min(puzzles.size() - first, most);
    solve_batch({first, puzzles.subspan(first, size), limits,
                 sample().answers().subspan(first, size, puzzles.shape)});
  }
}

void HostExecutor::solve_batch(const Batch& batch) {
  hand_over(batch);
  const std::size_t size = batch.puzzles.size();
  std::uint64_t progress = 0;
  while (progress < 2 * size && !batch.limits.is_over()) {
    if (const std::string reason = launch(); reason.empty()) {
      progress = work(batch, progress);
    } else {
      for (; progress < size; ++progress) {
        add_time(batch.first + progress, 0);
        fail(batch.first + progress, reason);
      }
      break;
    }
  }
  take_solutions(batch);
}

void HostExecutor::hand_over(const Batch& batch) {
  write_boards(batch.puzzles, request_->puzzles);
  is_in_one_call_ = source_.takes_blocks && known_form_ != BoardForm::text;
  request_->size = batch.puzzles.size();
  request_->max_solutions = batch.limits.max_solutions;
  request_->max_guesses = batch.limits.max_guesses;
  request_->max_time_ns = batch.limits.max_time.count();
  request_->deadline_ns =
      std::chrono::nanoseconds(batch.limits.deadline.time_since_epoch()).count();
  request_->stop.store(false);
  request_->is_by_question = source_.pace == HostPace::by_question;
  request_->counts_events = counts_events();
}

std::uint64_t HostExecutor::work(const Batch& batch, std::uint64_t begin) {
  const std::size_t size = batch.puzzles.size();
  request_->begin = begin;
  request_->is_in_one_call = is_in_one_call_;
  ++request_->number;
  const std::int64_t begun_ns = now_ns();
  watch_ = {request_->preparation_size > 0 ? kPreparing : begin, begun_ns, begun_ns};
  answers_->begun_ns.store(begun_ns);
  answers_->progress.store(watch_.progress);
  // A host that has died meanwhile is found out by the one who waits.
  ::send(host_->channel.number(), &request_->number, sizeof request_->number, MSG_NOSIGNAL);
  Ending ending = wait(batch.limits, size);
  if (!look(size)) ending = Ending::broken;
  // One who is done has either been stopped or come to the end.
  const bool is_at_end = watch_.progress == 2 * size;
  if (ending == Ending::done && !is_at_end && !batch.limits.is_over()) ending = Ending::broken;
  look_at_memory();
  std::string how_it_ended;
  if (ending == Ending::died) how_it_ended = host_->process.end();
  if (ending == Ending::broken) how_it_ended = "corrupted the memory of its host";
  if (ending != Ending::done) host_.reset();
  // It may have gone on while it was being ended.
  look(size);
  take_answers(batch, begin, begun_ns);
  return ending == Ending::done ? 2 * size : give_up(batch, ending, std::move(how_it_ended));
}

HostExecutor::Ending HostExecutor::wait(const SolveLimits& limits, std::size_t size) {
  Clock::time_point end = Clock::time_point::max();
  while (true) {
    if (const auto ending = hear()) return *ending;
    if (!look(size)) return Ending::broken;
    if (is_too_late(limits)) return Ending::timeout;
    if (Clock::now() >= end) return Ending::over;
    if (!request_->stop.load() && limits.is_over()) {
      request_->stop.store(true);
      end = Clock::now() + kStopPatience;
    }
  }
}

std::optional<HostExecutor::Ending> HostExecutor::hear() {
  const int channel = host_->channel.number();
  if (!is_readable(channel, kLook)) {
    // What a plugin has started may keep the connection open.
    const bool is_gone = host_->process.has_ended() && !is_readable(channel, {});
    return is_gone ? std::optional(Ending::died) : std::nullopt;
  }
  std::uint64_t number = 0;
  const ssize_t size = ::recv(channel, &number, sizeof number, MSG_DONTWAIT);
  if (size <= 0) return Ending::died;
  // Whatever else is said there, by a plugin or by what it has started, means nothing.
  const bool is_done = size == sizeof number && number == request_->number;
  return is_done ? std::optional(Ending::done) : std::nullopt;
}

bool HostExecutor::look(std::size_t size) {
  const std::uint64_t progress = answers_->progress.load();
  const std::int64_t begun_ns = answers_->begun_ns.load();
  const std::int64_t now = now_ns();
  if (progress != watch_.progress) {
    const bool was_preparing = watch_.progress == kPreparing;
    const std::uint64_t least = was_preparing ? request_->begin : watch_.progress;
    if (progress < least || progress > 2 * size) return false;
    watch_.progress = progress;
    watch_.since_ns = std::clamp(begun_ns, watch_.looked_ns, now);
  }
  watch_.looked_ns = now;
  return true;
}

void HostExecutor::look_at_memory() {
  const auto bytes = host_->process.peak_bytes();
  if (!bytes || host_->bytes_before == 0) return;
  const std::uint64_t others = host_->bytes_before + answers_->echo_bytes;
  const std::uint64_t own = *bytes - std::min(*bytes, others);
  sample().peak_bytes = std::max(sample().peak_bytes, std::optional(own));
}

bool HostExecutor::is_too_late(const SolveLimits& limits) const {
  const std::int64_t time_ns = watch_.looked_ns - watch_.since_ns;
  if (watch_.progress == kPreparing) return time_ns > kPreparePatience.count();
  // An engine of this program keeps to the limits by itself.
  return is_plugin() && limits.max_time.count() > 0 && time_ns > limits.max_time.count();
}

std::uint64_t HostExecutor::give_up(const Batch& batch, Ending ending, std::string how_it_ended) {
  const std::size_t size = batch.puzzles.size();
  const std::uint64_t progress = watch_.progress;
  if (progress == kPreparing) {
    request_->preparation_size = 0;
    return request_->begin;
  }
  const bool has_gone_on = ending == Ending::timeout && !is_too_late(batch.limits);
  if (has_gone_on || progress == 2 * size) return progress;
  if (is_in_one_call_ && ending != Ending::over && progress < size) {
    is_in_one_call_ = false;
    return progress;
  }
  const std::size_t i = progress % size;
  if (progress < size) {
    const std::int64_t time_ns = watch_.looked_ns - watch_.since_ns;
    add_time(batch.first + i, time_ns);
    sample().cpu_ns += time_ns;
  }
  if (ending == Ending::timeout || ending == Ending::over) {
    batch.answers.results[i] = {};
    batch.answers.results[i].outcome =
        ending == Ending::timeout ? Outcome::timeout : Outcome::stopped;
  } else {
    fail(batch.first + i, std::move(how_it_ended));
  }
  // So that no host asks for its solution.
  answers_->entries[i].solutions = 0;
  return progress + 1;
}

void HostExecutor::take_answers(const Batch& batch, std::uint64_t begin, std::int64_t begun_ns) {
  if (watch_.progress == kPreparing) return;
  const std::size_t size = batch.puzzles.size();
  const std::uint64_t end = std::min<std::uint64_t>(watch_.progress, size);
  const std::int64_t elapsed_ns = now_ns() - begun_ns;
  const std::int64_t wall_before_ns = sample().wall_ns;
  if (begin >= end) return;
  for (std::uint64_t i = begin; i < end; ++i) {
    take_answer(batch, i, elapsed_ns - (sample().wall_ns - wall_before_ns));
  }
  if (is_in_one_call_) {
    sample().wall_ns += std::clamp<std::int64_t>(read_once(answers_->wall_ns), 0, elapsed_ns);
  }
  // Of a host that has died meanwhile, and of one that cannot be believed, the wall time counts.
  const std::int64_t wall_ns = sample().wall_ns - wall_before_ns;
  const std::int64_t cpu_ns = read_once(answers_->cpu_ns);
  const std::int64_t most_ns = elapsed_ns * ::sysconf(_SC_NPROCESSORS_ONLN);
  const bool is_known = end == size && cpu_ns >= 0 && cpu_ns <= most_ns;
  sample().cpu_ns += is_known ? cpu_ns : wall_ns;
  const std::int64_t switches = read_once(answers_->switches);
  if (end == size && switches >= 0) sample().switches += switches;
  sample().events += end == size ? told_events(elapsed_ns) : EventCounts{};
}

EventCounts HostExecutor::told_events(std::int64_t elapsed_ns) const {
  constexpr std::uint64_t kMostANanosecond = 100;
  const std::uint64_t most = kMostANanosecond * static_cast<std::uint64_t>(elapsed_ns);
  const std::uint32_t known = read_once(answers_->known_events);
  EventCounts counts;
  for (std::size_t i = 0; i < kEvents.size(); ++i) {
    const std::uint64_t count = read_once(answers_->events[i]);
    if ((known >> i & 1U) != 0 && count <= most) counts.*kEvents[i] = count;
  }
  counts.is_scaled = read_once(answers_->are_events_scaled) != 0;
  return counts;
}

void HostExecutor::take_answer(const Batch& batch, std::size_t i, std::int64_t longest_ns) {
  const HostAnswers::Entry entry = read_once(answers_->entries[i]);
  const std::int64_t wall_ns = read_once(answers_->puzzle_ns[i]);
  const bool is_possible = wall_ns >= 0 && wall_ns <= longest_ns &&
                           entry.outcome <= static_cast<std::uint8_t>(Outcome::stopped);
  if (!is_possible) {
    add_time(batch.first + i, 0);
    return fail(batch.first + i, "corrupted the memory of its host");
  }
  refusal_ = entry.refusal;
  if (refusal_ != SUDOKU_SOLVED) {
    add_time(batch.first + i, wall_ns);
    return fail(batch.first + i, is_known_refusal(refusal_)
                                     ? fmt::format("says that it is {}", describe_refusal(refusal_))
                                     : fmt::format("returned the unknown status {}", refusal_));
  }
  SolveResult& result = batch.answers.results[i];
  result.solutions = entry.solutions;
  result.guesses = entry.guesses;
  result.has_guesses = entry.has_guesses != 0;
  result.outcome = static_cast<Outcome>(entry.outcome);
  if (!is_in_one_call_) {
    add_time(batch.first + i, wall_ns);
  } else if (result.outcome != Outcome::stopped) {
    sample().puzzle_ns[batch.first + i] = EngineSample::kNotTimed;
  }
}

void HostExecutor::take_solutions(const Batch& batch) const {
  for (std::size_t i = 0; i < batch.puzzles.size(); ++i) {
    SolveResult& result = batch.answers.results[i];
    if (result.solutions == 0) continue;
    result.has_solution = read_once(answers_->entries[i].has_solution) != 0;
    const std::span cells = batch.answers.subspan(i, 1, batch.puzzles.shape).solutions;
    const std::uint8_t* const shared =
        answers_->solutions.data() + i * stride_of(batch.puzzles.shape, form_);
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
      cells[cell] = read_cell(read_once(shared[cell]), form_, batch.puzzles.shape.side());
    }
  }
}

}  // namespace sudoku
