#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "harness/commands/commands.h"
#include "harness/errors.h"
#include "harness/external/engine_host.h"
#include "harness/interrupt.h"
#include "harness/options.h"
#include "harness/output_file.h"

namespace sudoku {
namespace {

ExitCode run(std::span<const std::string> arguments) {
  const Command command = parse_command_line(arguments);
  watch_interrupts();
  if (const auto* bench = std::get_if<BenchOptions>(&command)) {
    SystemStopwatch stopwatch;
    return run_bench(*bench, contestants_of(*bench), stopwatch, arguments);
  }
  if (const auto* solve = std::get_if<SolveOptions>(&command)) return run_solve(*solve);
  if (const auto* convert = std::get_if<ConvertOptions>(&command)) return run_convert(*convert);
  if (const auto* audit = std::get_if<AuditOptions>(&command)) return run_audit(*audit);
  if (const auto* compare = std::get_if<CompareOptions>(&command)) return run_compare(*compare);
  if (const auto* selftest = std::get_if<SelftestOptions>(&command)) {
    SystemStopwatch stopwatch;
    return run_selftest(*selftest, stopwatch);
  }
  if (const auto* generate = std::get_if<GenerateOptions>(&command)) {
    return run_generate(*generate, arguments);
  }
  if (const auto* count = std::get_if<CountOptions>(&command)) return run_count(*count, arguments);
  if (const auto* merge = std::get_if<MergeOptions>(&command)) return run_merge(*merge, arguments);
  if (const auto* plan = std::get_if<JobPlanOptions>(&command)) return run_plan(*plan);
  if (const auto* conformance = std::get_if<ConformanceOptions>(&command)) {
    return run_conformance(*conformance);
  }
  if (std::holds_alternative<EnginesOptions>(command)) return run_engines();
  write_stdout(std::get<TextRequest>(command).text);
  return ExitCode::ok;
}

ExitCode fail(ExitCode code, const std::string& message) {
  fmt::print(stderr, "{}\n", message);
  return code;
}

ExitCode guarded_run(std::span<const std::string> arguments) {
  try {
    return run(arguments);
  } catch (const UsageError& error) {
    return fail(ExitCode::usage, fmt::format("sudoku-bench: {} (--help tells more)", error.what()));
  } catch (const Interrupted&) {
    return ExitCode::interrupted;
  } catch (const InputError& error) {
    return fail(ExitCode::bad_input, error.what());
  } catch (const OutputError& error) {
    return fail(ExitCode::output_failed, error.what());
  } catch (const std::exception& error) {
    return fail(ExitCode::internal_error,
                fmt::format("sudoku-bench: internal error: {}", error.what()));
  }
}

/// Puts something in the place of standard streams that the caller has closed, so that no file of
/// the run gets their number and is written to as standard output. It can neither be read from nor
/// written to, as the stream could not.
void occupy_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    const bool is_closed = ::fcntl(stream, F_GETFD) == -1;
    if (is_closed) ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

}  // namespace
}  // namespace sudoku

int main(int argc, char* argv[]) {
  sudoku::occupy_standard_streams();
  // A file that may not grow is an output error to be reported, not a reason to be killed.
  std::signal(SIGXFSZ, SIG_IGN);
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (const auto status = sudoku::run_as_host(arguments)) return *status;
  return static_cast<int>(sudoku::guarded_run(arguments));
}
