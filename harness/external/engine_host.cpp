#include "harness/external/engine_host.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "harness/external/child_process.h"
#include "harness/external/plugin_exchange.h"
#include "harness/measure/stopwatch.h"

namespace sudoku {
namespace {

constexpr std::string_view kPluginWord = "plugin-host";
constexpr std::string_view kCommandWord = "command-host";

using SolveFunction = std::size_t (*)(const char* puzzle, std::size_t limit, std::uint32_t config,
                                      char* solution, std::size_t* guesses);

/// Solves batches with the function of a plugin.
class PluginHost {
 public:
  PluginHost(SolveFunction solve, PluginExchange& exchange) : solve_(solve), exchange_(exchange) {}

  void solve_batch() {
    take_over();
    solve_timed();
    complete_solutions();
  }

 private:
  /// Fetches all that the calls use from the other process's processor, so that none waits for it.
  void take_over() {
    for (std::size_t i = 0; i < exchange_.size; ++i) {
      PluginExchange::Entry& entry = exchange_.entries[i];
      puzzles_[i] = entry.puzzle;
      if (i < exchange_.answered.load(std::memory_order_relaxed)) continue;
      entry.solution = {};
      entry.solutions = entry.guesses = 0;
      entry.wall_ns = 0;
    }
  }

  void solve_timed() {
    const std::int64_t cpu_begin_ns = stopwatch_.thread_cpu_ns();
    std::int64_t now_ns = stopwatch_.wall_ns();
    std::size_t i = exchange_.answered.load(std::memory_order_relaxed);
    while (i < exchange_.size && !exchange_.stop.load(std::memory_order_relaxed)) {
      begin(i, now_ns);
      PluginExchange::Entry& entry = exchange_.entries[i];
      std::size_t guesses = 0;
      entry.solutions =
          solve_(puzzles_[i].data(), exchange_.max_solutions, 0, entry.solution.data(), &guesses);
      entry.guesses = guesses;
      // The end of one call is the beginning of the next: one look at the clock a puzzle.
      const std::int64_t end_ns = stopwatch_.wall_ns();
      entry.wall_ns = std::max<std::int64_t>(end_ns - now_ns - clock_costs_.wall_ns, 0);
      now_ns = end_ns;
      exchange_.answered.store(++i, std::memory_order_release);
    }
    exchange_.cpu_ns = stopwatch_.thread_cpu_ns() - cpu_begin_ns;
  }

  /// A plugin may give a solution only where it is asked for one; then it is, outside the timed
  /// calls, so that every answer can be checked.
  void complete_solutions() {
    const std::size_t answered = exchange_.answered.load(std::memory_order_relaxed);
    for (std::size_t i = 0; i < answered; ++i) {
      PluginExchange::Entry& entry = exchange_.entries[i];
      if (entry.solutions == 0 || entry.solution[0] != '\0') continue;
      begin(i, stopwatch_.wall_ns());
      std::size_t guesses = 0;
      solve_(puzzles_[i].data(), 1, 0, entry.solution.data(), &guesses);
    }
  }

  void begin(std::size_t puzzle, std::int64_t now_ns) {
    exchange_.begun_ns.store(now_ns, std::memory_order_relaxed);
    exchange_.current.store(puzzle, std::memory_order_release);
  }

  SolveFunction solve_;
  PluginExchange& exchange_;
  std::array<PluginExchange::Board, PluginExchange::kBatch> puzzles_;
  SystemStopwatch stopwatch_;
  const ClockCosts clock_costs_ = clock_costs(stopwatch_);
};

/// Closes what this process has inherited beside its standard streams and two descriptors.
void close_all_but(int one, int other) {
  const auto [low, high] = std::minmax({static_cast<unsigned>(one), static_cast<unsigned>(other)});
  unsigned begin = STDERR_FILENO + 1;
  for (const unsigned kept : {low, high}) {
    if (kept > begin) ::close_range(begin, kept - 1, 0);
    begin = std::max(begin, kept + 1);
  }
  ::close_range(begin, ~0U, 0);
}

int refuse(int channel, const std::string& reason) {
  const std::string message = "e" + reason;
  ::send(channel, message.data(), message.size(), MSG_NOSIGNAL);
  return 1;
}

int run_plugin_host(const std::string& file, const std::string& symbol, int channel, int memory) {
  close_all_but(channel, memory);
  // Neither the data on standard input nor the tables on standard output are a plugin's business.
  ::dup2(::open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  void* library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return refuse(channel, ::dlerror());
  const auto solve = reinterpret_cast<SolveFunction>(::dlsym(library, symbol.c_str()));
  if (solve == nullptr) return refuse(channel, ::dlerror());
  void* mapped =
      ::mmap(nullptr, sizeof(PluginExchange), PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
  if (mapped == MAP_FAILED) return refuse(channel, "its host has no memory");

  static PluginHost host(solve, *static_cast<PluginExchange*>(mapped));
  char message = 'r';
  while (::send(channel, &message, 1, MSG_NOSIGNAL) == 1 && ::recv(channel, &message, 1, 0) == 1) {
    host.solve_batch();
  }
  return 0;
}

int run_command_host(const std::string& command, const std::string& max_solutions) {
  close_all_but(STDIN_FILENO, STDOUT_FILENO);
  ::setenv("SUDOKU_BENCH_MAX_SOLUTIONS", max_solutions.c_str(), 1);
  ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
  return 127;
}

}  // namespace

std::vector<std::string> plugin_host_arguments(const std::string& file, const std::string& symbol,
                                               int channel, int memory) {
  return {std::string(kPluginWord), std::to_string(::getpid()), file, symbol,
          std::to_string(channel),  std::to_string(memory)};
}

std::vector<std::string> command_host_arguments(const std::string& command,
                                                std::uint64_t max_solutions) {
  return {std::string(kCommandWord), std::to_string(::getpid()), command,
          std::to_string(max_solutions)};
}

std::optional<int> run_as_host(std::span<const std::string> arguments) {
  const bool is_plugin = arguments.size() == 6 && arguments[0] == kPluginWord;
  const bool is_command = arguments.size() == 4 && arguments[0] == kCommandWord;
  if (!is_plugin && !is_command) return std::nullopt;
  die_with_parent(static_cast<pid_t>(std::stol(arguments[1])));
  if (is_command) return run_command_host(arguments[2], arguments[3]);
  return run_plugin_host(arguments[2], arguments[3], std::stoi(arguments[4]),
                         std::stoi(arguments[5]));
}

}  // namespace sudoku
