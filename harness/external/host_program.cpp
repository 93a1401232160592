#include "harness/external/host_program.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>

#include <unistd.h>

#include "engines/grid.h"
#include "harness/external/child_process.h"
#include "harness/external/hosted_function.h"

namespace sudoku {
namespace {

// The first words of the command lines. The process id of the parent follows.
constexpr const char* kEngineWord = "engine-host";
constexpr const char* kCommandWord = "command-host";
constexpr const char* kLineWord = "line-host";
/// Stands for an engine id.
constexpr std::string_view kEcho = "-";

/// Closes all inherited descriptors except the standard streams and `kept`.
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

int run_engine_word(std::span<const std::string> words) {
  HostedEngine engine;
  engine.kind = static_cast<HostedKind>(std::stoi(words[0]));
  engine.name = words[1];
  engine.symbol = words[2];
  engine.config = static_cast<std::uint32_t>(std::stoul(words[3]));
  engine.options.cell_order = static_cast<CellOrder>(std::stoi(words[4]));
  engine.options.seed = std::stoull(words[5]);
  const HostChannels channels{std::stoi(words[6]), std::stoi(words[7]), std::stoi(words[8])};
  close_all_but({channels.socket, channels.request, channels.answers});
  return run_engine_host(engine, channels);
}

int run_command(const std::string& command, const std::string& max_solutions) {
  ::setenv("SUDOKU_BENCH_MAX_SOLUTIONS", max_solutions.c_str(), 1);
  ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
  return 127;
}

/// A line with its line break and a terminating zero.
using Line = std::array<char, kMaxCells + 2>;

/// Writes an answer with the question as its solution. Returns its end.
char* echo(std::string_view question, char* line) {
  *line++ = '1';
  *line++ = ' ';
  return std::copy(question.begin(), question.end(), line);
}

/// Solves 9x9 puzzles with a built-in engine.
class EngineAnswerer {
 public:
  EngineAnswerer(const std::string& id, std::uint64_t max_solutions)
      : solver_(make_hosted_function({.name = id})) {
    limits_.max_solutions = max_solutions;
  }

  /// Writes the answer to a question. Returns its end.
  char* operator()(std::string_view question, char* line) {
    question.copy(reinterpret_cast<char*>(puzzle_.data()), kCells);
    entry_ = {};
    solver_->solve({k9x9, BoardForm::text, kTextRoom, 1, puzzle_.data(), solution_.data(), &entry_},
                   limits_);
    // No engine counts beyond 64 bits in a run.
    const auto solutions = static_cast<std::uint64_t>(entry_.solutions);
    line = std::to_chars(line, line + kTextRoom, solutions).ptr;
    if (entry_.solutions > 0 && entry_.has_solution != 0) {
      *line++ = ' ';
      line = std::copy_n(solution_.begin(), kCells, line);
    }
    *line++ = '\n';
    return line;
  }

 private:
  std::unique_ptr<HostedFunction> solver_;
  SolveLimits limits_;
  std::array<std::uint8_t, kTextRoom> puzzle_{};
  std::array<std::uint8_t, kTextRoom> solution_{};
  HostAnswers::Entry entry_{};
};

/// Answers questions until the input ends, then exits. Returns the exit status after an error.
template <typename Answerer>
int answer_lines(Answerer&& answerer) {
  Line question{};
  std::array<char, sizeof(Line) + 2> answer{};
  while (std::fgets(question.data(), question.size(), stdin) != nullptr) {
    const char* const end = answerer(question.data(), answer.data());
    const auto length = static_cast<std::size_t>(end - answer.data());
    if (std::fwrite(answer.data(), 1, length, stdout) < length) return 1;
    if (std::fflush(stdout) != 0) return 1;
  }
  // Exit quickly: the parent kills this process soon after it closes the input.
  std::_Exit(0);
}

}  // namespace

std::vector<std::string> engine_host_arguments(const HostedEngine& engine,
                                               const HostChannels& channels) {
  return {kEngineWord,
          std::to_string(::getpid()),
          std::to_string(static_cast<int>(engine.kind)),
          engine.name,
          engine.symbol,
          std::to_string(engine.config),
          std::to_string(static_cast<int>(engine.options.cell_order)),
          std::to_string(engine.options.seed),
          std::to_string(channels.socket),
          std::to_string(channels.request),
          std::to_string(channels.answers)};
}

std::vector<std::string> command_host_arguments(const std::string& command,
                                                std::uint64_t max_solutions) {
  return {kCommandWord, std::to_string(::getpid()), command, std::to_string(max_solutions)};
}

std::vector<std::string> line_host_arguments(std::string_view id, std::uint64_t max_solutions) {
  return {kLineWord, std::to_string(::getpid()), std::string(id), std::to_string(max_solutions)};
}

std::vector<std::string> echo_host_arguments() { return line_host_arguments(kEcho, 0); }

std::optional<int> run_as_host(std::span<const std::string> arguments) {
  const bool is_engine = arguments.size() == 11 && arguments[0] == kEngineWord;
  const bool is_command = arguments.size() == 4 && arguments[0] == kCommandWord;
  const bool is_line = arguments.size() == 4 && arguments[0] == kLineWord;
  if (!is_engine && !is_command && !is_line) return std::nullopt;
  die_with_parent(static_cast<pid_t>(std::stol(arguments[1])));
  if (is_engine) return run_engine_word(arguments.subspan(2));
  close_all_but({});
  if (is_command) return run_command(arguments[2], arguments[3]);
  if (arguments[2] == kEcho) return answer_lines(echo);
  return answer_lines(EngineAnswerer(arguments[2], std::stoull(arguments[3])));
}

}  // namespace sudoku
