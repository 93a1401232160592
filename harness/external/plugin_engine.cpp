#include "harness/external/plugin_engine.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <limits>
#include <new>
#include <system_error>
#include <utility>

#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "harness/external/engine_host.h"

namespace sudoku {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

/// How often a plugin at work is looked at, and how long it may go on after it has been told to
/// stop.
constexpr std::chrono::milliseconds kLook = 10ms;
/// How long a plugin may take to load.
constexpr std::chrono::milliseconds kStartPatience = 10s;

std::int64_t now_ns() {
  return std::chrono::nanoseconds(Clock::now().time_since_epoch()).count();
}

/// Whether there is something to read, or an end, within that time.
bool is_readable(int descriptor, std::chrono::milliseconds patience) {
  pollfd entry{descriptor, POLLIN, 0};
  return ::poll(&entry, 1, static_cast<int>(patience.count())) > 0;
}

/// Everything up to the end of the connection.
std::string read_all(int channel) {
  std::string text;
  char buffer[512];
  for (ssize_t size = 0; (size = ::recv(channel, buffer, sizeof buffer, 0)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(size));
  }
  return text;
}

PluginExchange* map_exchange(int memory) {
  if (::ftruncate(memory, sizeof(PluginExchange)) == 0) {
    void* mapped =
        ::mmap(nullptr, sizeof(PluginExchange), PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    if (mapped != MAP_FAILED) return new (mapped) PluginExchange;
  }
  throw std::system_error(errno, std::generic_category(), "memory shared with a plugin");
}

/// A cell without a digit stays empty, which no solution has.
Grid to_grid(const PluginExchange::Board& board) {
  Grid grid;
  for (std::size_t i = 0; i < grid.cells.size(); ++i) grid.cells[i] = parse_cell(board[i]);
  return grid;
}

}  // namespace

void PluginEngine::Unmap::operator()(PluginExchange* exchange) const {
  ::munmap(exchange, sizeof *exchange);
}

PluginEngine::PluginEngine(std::string file, std::string symbol)
    : file_(std::move(file)),
      symbol_(std::move(symbol)),
      memory_(::memfd_create("sudoku-plugin", MFD_CLOEXEC)),
      exchange_(map_exchange(memory_.number())) {}

std::string PluginEngine::start() {
  if (host_) return {};
  auto [here, there] = make_socket_pair();
  const int channel = there.number();
  const int memory = memory_.number();
  const ChildProcess::Inherited inherited[] = {{channel, channel}, {memory, memory}};
  Host host{ChildProcess(plugin_host_arguments(file_, symbol_, channel, memory), inherited),
            std::move(here)};
  there = {};
  if (!is_readable(host.channel.number(), kStartPatience)) return "does not load";
  char message = 0;
  if (::recv(host.channel.number(), &message, 1, 0) != 1) return host.process.end();
  if (message != 'r') return read_all(host.channel.number());
  host_.emplace(std::move(host));
  return {};
}

void PluginEngine::solve(std::span<const Grid> puzzles, const SolveLimits& limits,
                         std::span<SolveResult> results, SolutionSink*) {
  call_ = ExternalCall(puzzles.size());
  for (SolveResult& result : results) {
    result = {};
    result.outcome = Outcome::stopped;
  }
  for (std::size_t first = 0; first < puzzles.size(); first += PluginExchange::kBatch) {
    if (limits.is_over()) return;
    const std::size_t size = std::min(puzzles.size() - first, PluginExchange::kBatch);
    solve_batch({first, puzzles.subspan(first, size), limits, results.subspan(first, size)});
  }
}

void PluginEngine::solve_batch(const Batch& batch) {
  hand_over(batch);
  bool is_complete = false;
  while (!is_complete && !batch.limits.is_over()) {
    if (std::string reason = start(); reason.empty()) {
      is_complete = work(batch);
    } else {
      const std::size_t next = exchange_->answered.load();
      if (next == batch.puzzles.size()) break;
      give_up(batch, next, Outcome::failed, 0);
      call_.failures.push_back({batch.first + next, std::move(reason)});
    }
  }
  take_answers(batch, is_complete);
}

void PluginEngine::hand_over(const Batch& batch) {
  for (std::size_t i = 0; i < batch.puzzles.size(); ++i) {
    PluginExchange::Board& board = exchange_->entries[i].puzzle;
    board = {};
    format_line(batch.puzzles[i], board.data());
  }
  const std::uint64_t limit = batch.limits.max_solutions;
  exchange_->max_solutions = limit != 0 ? limit : std::numeric_limits<std::size_t>::max();
  exchange_->size = batch.puzzles.size();
  exchange_->stop.store(false);
  exchange_->answered.store(0);
  exchange_->current.store(0);
}

bool PluginEngine::work(const Batch& batch) {
  const std::size_t begin = exchange_->answered.load();
  exchange_->begun_ns.store(now_ns());
  const char go = 'g';
  // A host that has died meanwhile is found out by the one who waits.
  ::send(host_->channel.number(), &go, 1, MSG_NOSIGNAL);
  const Ending ending = wait(batch.limits);
  if (ending == Ending::done) {
    call_.cpu_ns += exchange_->cpu_ns;
    return true;
  }
  // Its own count of the CPU time dies with it.
  for (std::size_t i = begin; i < exchange_->answered.load(); ++i) {
    call_.cpu_ns += exchange_->entries[i].wall_ns;
  }
  cut(batch, ending);
  return false;
}

PluginEngine::Ending PluginEngine::wait(const SolveLimits& limits) {
  Clock::time_point end = Clock::time_point::max();
  while (!is_readable(host_->channel.number(), kLook)) {
    const std::int64_t time_ns = now_ns() - exchange_->begun_ns.load();
    if (limits.max_time.count() > 0 && time_ns > limits.max_time.count()) return Ending::timeout;
    if (Clock::now() >= end) return Ending::over;
    if (!exchange_->stop.load() && limits.is_over()) {
      exchange_->stop.store(true);
      end = Clock::now() + kLook;
    }
  }
  char answer = 0;
  const bool is_done = ::recv(host_->channel.number(), &answer, 1, 0) == 1;
  return is_done ? Ending::done : Ending::died;
}

void PluginEngine::cut(const Batch& batch, Ending ending) {
  std::string how_it_ended = ending == Ending::died ? host_->process.end() : std::string();
  host_.reset();
  // What a plugin has in its reach is not to be trusted.
  const std::size_t entry = std::min(exchange_->current.load(), batch.puzzles.size() - 1);
  const std::int64_t time_ns = now_ns() - exchange_->begun_ns.load();
  // It may have gone on to the next puzzle while it was being killed.
  if (ending == Ending::timeout && time_ns <= batch.limits.max_time.count()) return;
  if (ending == Ending::died) {
    give_up(batch, entry, Outcome::failed, time_ns);
    call_.failures.push_back({batch.first + entry, std::move(how_it_ended)});
  } else {
    give_up(batch, entry, ending == Ending::timeout ? Outcome::timeout : Outcome::stopped, time_ns);
  }
  call_.cpu_ns += time_ns;
}

void PluginEngine::give_up(const Batch& batch, std::size_t entry, Outcome outcome,
                           std::int64_t time_ns) {
  batch.results[entry].outcome = outcome;
  call_.add_time(batch.first + entry, time_ns);
  // So that no host asks for its solution.
  exchange_->entries[entry].solutions = 0;
  if (exchange_->answered.load() == entry) exchange_->answered.store(entry + 1);
}

void PluginEngine::take_answers(const Batch& batch, bool is_complete) {
  const std::size_t answered = std::min(exchange_->answered.load(), batch.puzzles.size());
  for (std::size_t i = 0; i < answered; ++i) {
    const bool is_given_up = call_.puzzle_ns[batch.first + i] != EngineSample::kNotBegun;
    if (is_given_up) continue;
    const PluginExchange::Entry& entry = exchange_->entries[i];
    SolveResult& result = batch.results[i];
    result.solutions = entry.solutions;
    result.guesses = entry.guesses;
    result.outcome = outcome_of(entry.solutions, batch.limits.max_solutions);
    result.first_solution = to_grid(entry.solution);
    // Where no time was left for it, a solution may never have been asked for.
    result.has_solution = is_complete || entry.solution[0] != '\0';
    call_.add_time(batch.first + i, entry.wall_ns);
  }
}

}  // namespace sudoku
