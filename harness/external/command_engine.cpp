#include "harness/external/command_engine.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include "harness/external/engine_host.h"
#include "harness/units.h"

namespace sudoku {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

/// How often the limits are looked at.
constexpr int kLookMs = 10;
/// How long a command may take to start.
constexpr std::chrono::nanoseconds kStartPatience = 10s;
/// No answer is as long as that.
constexpr std::size_t kLongest = 1024;

/// A solved board but for one cell: an answer to it takes no time.
constexpr std::string_view kTrial =
    ".12753649943682175675491283154237896369845721287169534521974368438526917796318452";

}  // namespace

bool parse_answer(std::string_view line, std::uint64_t max_solutions, SolveResult& result) {
  constexpr std::string_view kSeparators = " ,\t\r";
  const std::size_t end = std::min(line.find_first_of(kSeparators), line.size());
  const auto solutions = parse_number(line.substr(0, end));
  if (!solutions) return false;
  const std::size_t begin = line.find_first_not_of(kSeparators, end);
  result = {};
  result.solutions = *solutions;
  result.outcome = outcome_of(*solutions, max_solutions);
  result.has_solution = begin != line.npos;
  if (!result.has_solution) return true;
  line.remove_prefix(begin);
  const bool is_board = parse_line(line, result.first_solution) == kCells;
  return is_board && line.find_first_not_of(kSeparators, kCells) == line.npos;
}

std::string CommandEngine::start() {
  if (child_) return {};
  DescriptorPair input = make_pipe();
  DescriptorPair output = make_pipe();
  const ChildProcess::Inherited inherited[] = {{input.first.number(), STDIN_FILENO},
                                               {output.second.number(), STDOUT_FILENO}};
  child_.emplace(Child{ChildProcess(command_host_arguments(command_, max_solutions_), inherited),
                       std::move(input), std::move(output.first)});
  output.second = {};
  SolveLimits limits;
  limits.max_time = kStartPatience;
  Grid trial;
  parse_line(kTrial, trial);
  const Ending ending = ask(trial, limits);
  if (ending == Ending::answered) return {};
  std::string reason =
      ending == Ending::died ? child_->process.end() : std::string("does not answer");
  child_.reset();
  return reason;
}

void CommandEngine::solve(std::span<const Grid> puzzles, const SolveLimits& limits,
                          std::span<SolveResult> results, SolutionSink*) {
  call_ = ExternalCall(puzzles.size());
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    results[i] = {};
    results[i].outcome = Outcome::stopped;
    if (!limits.is_over()) solve_one(i, puzzles[i], limits, results[i]);
  }
}

void CommandEngine::solve_one(std::size_t puzzle, const Grid& grid, const SolveLimits& limits,
                              SolveResult& result) {
  if (std::string reason = start(); !reason.empty()) {
    call_.add_time(puzzle, 0);
    fail(puzzle, result, std::move(reason));
    return;
  }
  const Clock::time_point begin = Clock::now();
  const Ending ending = ask(grid, limits);
  call_.add_time(puzzle, std::chrono::nanoseconds(Clock::now() - begin).count());
  if (ending == Ending::answered) {
    if (!parse_answer(line_, limits.max_solutions, result)) {
      fail(puzzle, result, fmt::format("its answer makes no sense: {:?}", line_));
    }
    return;
  }
  if (ending == Ending::died) fail(puzzle, result, child_->process.end());
  if (ending == Ending::too_long) fail(puzzle, result, "answers with more than a line");
  if (ending == Ending::timeout) result.outcome = Outcome::timeout;
  child_.reset();
}

CommandEngine::Ending CommandEngine::ask(const Grid& puzzle, const SolveLimits& limits) {
  const std::string line = format_line(puzzle) + '\n';
  // A pipe takes so little at once or, where nobody reads, not at all.
  if (::write(child_->input.second.number(), line.data(), line.size()) < 0) return Ending::died;
  line_.clear();
  return read_line(limits);
}

CommandEngine::Ending CommandEngine::read_line(const SolveLimits& limits) {
  const Clock::time_point begin = Clock::now();
  while (!line_.ends_with('\n')) {
    pollfd entry{child_->output.number(), POLLIN, 0};
    if (::poll(&entry, 1, kLookMs) > 0) {
      char buffer[kLongest];
      const ssize_t size = ::read(child_->output.number(), buffer, sizeof buffer);
      if (size <= 0) return Ending::died;
      line_.append(buffer, static_cast<std::size_t>(size));
      const bool is_one = line_.size() < kLongest && line_.find('\n') >= line_.size() - 1;
      if (!is_one) return Ending::too_long;
      continue;
    }
    if (limits.is_over()) return Ending::over;
    if (limits.max_time.count() > 0 && Clock::now() - begin > limits.max_time) {
      return Ending::timeout;
    }
  }
  line_.pop_back();
  return Ending::answered;
}

void CommandEngine::fail(std::size_t puzzle, SolveResult& result, std::string what) {
  result = {};
  result.outcome = Outcome::failed;
  call_.failures.push_back({puzzle, std::move(what)});
}

}  // namespace sudoku
