#include "harness/external/host_program.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include <unistd.h>

#include "harness/external/child_process.h"
#include "harness/external/text_engine.h"

namespace sudoku {
namespace {

// The first words of the command lines. The process id of the parent follows.
constexpr const char* kPluginWord = "plugin-host";
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

int run_plugin_word(std::span<const std::string> words) {
  const PluginSource source{.kind = static_cast<PluginKind>(std::stoi(words[0])),
                            .name = words[1],
                            .symbol = words[2],
                            .config = static_cast<std::uint32_t>(std::stoul(words[3]))};
  const HostChannels channels{std::stoi(words[4]), std::stoi(words[5]), std::stoi(words[6])};
  close_all_but({channels.socket, channels.request, channels.answers});
  return run_plugin_host(source, channels);
}

int run_command(const std::string& command, const std::string& max_solutions) {
  ::setenv("SUDOKU_BENCH_MAX_SOLUTIONS", max_solutions.c_str(), 1);
  ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
  return 127;
}

/// Writes the answer to a question to `line`, and returns the end of the answer. `line` has room
/// for a short count, a board and a line break.
using WriteAnswer = std::function<char*(std::string_view question, char* line)>;

/// Answers with the first characters of the question as the solution.
WriteAnswer echo(std::size_t length) {
  return [length](std::string_view question, char* line) {
    *line++ = '1';
    *line++ = ' ';
    return line + question.copy(line, std::min(length, kLongestLine));
  };
}

/// Solves 9x9 puzzles with a built-in engine.
WriteAnswer engine_answers(const std::string& id, std::uint64_t max_solutions) {
  return [engine = std::make_shared<TextEngine>(id), max_solutions](std::string_view question,
                                                                    char* line) {
    std::array<char, kCells> solution{};
    const SolveResult result = engine->solve(question, max_solutions, solution.data());
    line = std::to_chars(line, line + 32, static_cast<std::uint64_t>(result.solutions)).ptr;
    if (solution[0] == 0) return line;
    *line++ = ' ';
    return std::ranges::copy(solution, line).out;
  };
}

/// Answers questions until the input ends, then exits. Returns the exit status after an error.
int answer_lines(const WriteAnswer& write_answer) {
  char* question = nullptr;
  std::size_t room = 0;
  std::array<char, kLongestLine + 32> answer{};
  for (ssize_t size = 0; (size = ::getline(&question, &room, stdin)) > 0;) {
    char* const end = write_answer({question, static_cast<std::size_t>(size - 1)}, answer.data());
    *end = '\n';
    const auto length = static_cast<std::size_t>(end + 1 - answer.data());
    if (std::fwrite(answer.data(), 1, length, stdout) < length) return 1;
    if (std::fflush(stdout) != 0) return 1;
  }
  // Exit quickly: the parent kills this process soon after it closes the input.
  std::_Exit(0);
}

}  // namespace

std::vector<std::string> plugin_host_arguments(const PluginSource& source,
                                               const HostChannels& channels) {
  return {kPluginWord,
          std::to_string(::getpid()),
          std::to_string(static_cast<int>(source.kind)),
          source.name,
          source.symbol,
          std::to_string(source.config),
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

std::vector<std::string> echo_host_arguments(std::size_t length) {
  return line_host_arguments(kEcho, length);
}

std::optional<int> run_as_host(std::span<const std::string> arguments) {
  const bool is_plugin = arguments.size() == 9 && arguments[0] == kPluginWord;
  const bool is_command = arguments.size() == 4 && arguments[0] == kCommandWord;
  const bool is_line = arguments.size() == 4 && arguments[0] == kLineWord;
  if (!is_plugin && !is_command && !is_line) return std::nullopt;
  die_with_parent(static_cast<pid_t>(std::stol(arguments[1])));
  if (is_plugin) return run_plugin_word(arguments.subspan(2));
  close_all_but({});
  if (is_command) return run_command(arguments[2], arguments[3]);
  const std::uint64_t number = std::stoull(arguments[3]);
  return answer_lines(arguments[2] == kEcho ? echo(number) : engine_answers(arguments[2], number));
}

}  // namespace sudoku
