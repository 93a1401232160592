#include "harness/plugin_engine.h"

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

#include "harness/engine_host.h"

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
  std::size_t settled = 0;
  while (settled < puzzles.size() && !is_over(limits)) {
    const std::size_t size = std::min(puzzles.size() - settled, PluginExchange::kBatch);
    settled += solve_batch(settled, puzzles.subspan(settled, size), limits,
                           results.subspan(settled, size));
  }
  for (SolveResult& result : results.subspan(settled)) {
    result = {};
    result.outcome = Outcome::stopped;
  }
}

std::size_t PluginEngine::solve_batch(std::size_t first, std::span<const Grid> puzzles,
                                      const SolveLimits& limits, std::span<SolveResult> results) {
  if (std::string reason = start(); !reason.empty()) {
    call_.add_time(first, 0);
    fail(first, results[0], std::move(reason));
    return 1;
  }
  hand_over(puzzles, limits);
  const Ending ending = wait(limits);
  return ending == Ending::done ? take_done(first, limits.max_solutions, results)
                                : take_cut(ending, first, limits, results);
}

void PluginEngine::hand_over(std::span<const Grid> puzzles, const SolveLimits& limits) {
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    PluginExchange::Board& board = exchange_->entries[i].puzzle;
    board = {};
    format_line(puzzles[i], board.data());
  }
  exchange_->size = puzzles.size();
  exchange_->max_solutions =
      limits.max_solutions != 0 ? limits.max_solutions : std::numeric_limits<std::size_t>::max();
  exchange_->stop.store(false);
  exchange_->current.store(0);
  exchange_->begun_ns.store(now_ns());
  const char go = 'g';
  // A host that died meanwhile is found out by the one who waits.
  ::send(host_->channel.number(), &go, 1, MSG_NOSIGNAL);
}

PluginEngine::Ending PluginEngine::wait(const SolveLimits& limits) {
  Clock::time_point end = Clock::time_point::max();
  while (!is_readable(host_->channel.number(), kLook)) {
    const auto time = std::chrono::nanoseconds(now_ns() - exchange_->begun_ns.load());
    if (limits.max_time.count() > 0 && time > limits.max_time) return Ending::timeout;
    if (Clock::now() >= end) return Ending::over;
    if (!exchange_->stop.load() && is_over(limits)) {
      exchange_->stop.store(true);
      end = Clock::now() + kLook;
    }
  }
  char answer = 0;
  const bool is_answered = ::recv(host_->channel.number(), &answer, 1, 0) == 1;
  return is_answered ? Ending::done : Ending::died;
}

std::size_t PluginEngine::take_done(std::size_t first, std::uint64_t max_solutions,
                                    std::span<SolveResult> results) {
  const std::size_t done = std::min(exchange_->done, results.size());
  take_entries(done, first, max_solutions, results);
  call_.cpu_ns += exchange_->cpu_ns;
  return done;
}

/// The process has died, or is at a puzzle that is to be given up: the entries before are good.
std::size_t PluginEngine::take_cut(Ending ending, std::size_t first, const SolveLimits& limits,
                                   std::span<SolveResult> results) {
  std::string how_it_ended;
  if (ending == Ending::died) how_it_ended = host_->process.end();
  host_.reset();
  const std::size_t cut = std::min(exchange_->current.load(), results.size() - 1);
  const std::int64_t wall_before_ns = call_.wall_ns;
  take_entries(cut, first, limits.max_solutions, results);
  const std::int64_t time_ns = now_ns() - exchange_->begun_ns.load();
  // It may have gone on to the next puzzle while it was being killed.
  const bool is_innocent = ending == Ending::timeout && time_ns <= limits.max_time.count();
  if (!is_innocent) {
    SolveResult& result = results[cut];
    result = {};
    call_.add_time(first + cut, time_ns);
    if (ending == Ending::died) {
      fail(first + cut, result, std::move(how_it_ended));
    } else {
      result.outcome = ending == Ending::timeout ? Outcome::timeout : Outcome::stopped;
    }
  }
  // Its own count of the CPU time died with it.
  call_.cpu_ns += call_.wall_ns - wall_before_ns;
  return is_innocent ? cut : cut + 1;
}

void PluginEngine::take_entries(std::size_t count, std::size_t first, std::uint64_t max_solutions,
                                std::span<SolveResult> results) {
  for (std::size_t i = 0; i < count; ++i) {
    const PluginExchange::Entry& entry = exchange_->entries[i];
    SolveResult& result = results[i];
    result = {};
    result.solutions = entry.solutions;
    result.guesses = entry.guesses;
    result.outcome = outcome_of(entry.solutions, max_solutions);
    if (entry.solutions > 0) result.first_solution = to_grid(entry.solution);
    call_.add_time(first + i, entry.wall_ns);
  }
}

void PluginEngine::fail(std::size_t puzzle, SolveResult& result, std::string what) {
  result = {};
  result.outcome = Outcome::failed;
  call_.failures.push_back({puzzle, std::move(what)});
}

}  // namespace sudoku
