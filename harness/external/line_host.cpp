#include "harness/external/line_host.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include <unistd.h>

#include "engines/grid.h"
#include "harness/external/engine_host.h"
#include "harness/external/hosted_solver.h"

namespace sudoku {
namespace {

constexpr std::string_view kEcho = "-";

/// Knows nothing, but says as much as one who does.
class EchoSolver final : public HostedSolver {
 public:
  void solve(const HostBoard& puzzle, const SolveLimits&, HostAnswers::Entry& answer) override {
    std::copy_n(puzzle.data(), kCells, answer.solution.data());
    answer.solutions = 1;
    answer.has_solution = 1;
  }
};

std::string_view format_answer(const HostAnswers::Entry& entry, std::array<char, 128>& line) {
  // No engine counts further in the time that it is asked.
  const auto solutions = static_cast<std::uint64_t>(entry.solutions);
  char* end = std::to_chars(line.data(), line.data() + line.size(), solutions).ptr;
  if (entry.solutions > 0 && entry.has_solution != 0) {
    *end++ = ' ';
    end = std::copy_n(entry.solution.data(), kCells, end);
  }
  *end++ = '\n';
  return {line.data(), end};
}

std::unique_ptr<HostedSolver> solver_named(const std::string& id) {
  if (id == kEcho) return std::make_unique<EchoSolver>();
  return make_hosted_solver(std::string(kBuiltinKind), id, {});
}

std::vector<std::string> arguments_for(std::string_view id, std::uint64_t max_solutions) {
  return {std::string(kLineWord), std::to_string(::getpid()), std::string(id),
          std::to_string(max_solutions)};
}

}  // namespace

std::vector<std::string> line_host_arguments(std::string_view id, std::uint64_t max_solutions) {
  return arguments_for(id, max_solutions);
}

std::vector<std::string> echo_host_arguments() {
  return arguments_for(kEcho, 0);
}

int run_line_host(const std::string& id, std::uint64_t max_solutions) {
  const auto solver = solver_named(id);
  SolveLimits limits;
  limits.max_solutions = max_solutions;
  HostBoard puzzle{};
  HostAnswers::Entry entry{};
  std::array<char, 128> line;
  while (std::fgets(puzzle.data(), puzzle.size(), stdin) != nullptr) {
    solver->solve(puzzle, limits, entry);
    const std::string_view answer = format_answer(entry, line);
    if (std::fwrite(answer.data(), 1, answer.size(), stdout) < answer.size()) return 1;
    if (std::fflush(stdout) != 0) return 1;
  }
  // At once: whoever closes its input is about to end it.
  std::_Exit(0);
}

}  // namespace sudoku
