#include <cerrno>
#include <csignal>
#include <exception>
#include <new>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include "harness/base/system.h"
#include "harness/commands/command.h"
#include "harness/external/child_process.h"
#include "harness/external/host_program.h"

namespace sudoku {
namespace {

/// Parses the command line. Adds `(see --help)` to its errors, but not to usage errors of the run.
Job parse(std::span<const std::string> arguments) {
  try {
    return parse_command_line(arguments);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{} (see --help)", error.what()));
  }
}

ExitCode fail(ExitCode code, std::string_view kind, const std::exception& error) {
  print_error("{}{}\n", kind, error.what());
  return code;
}

/// Returns whether the message of an exception means that the system is out of threads. TBB throws
/// an exception without an error code.
bool is_out_of_threads(const std::exception& error) {
  return std::string_view(error.what()).ends_with(std::generic_category().message(EAGAIN));
}

ExitCode run(std::span<const std::string> arguments) {
  constexpr std::string_view kOutOfResources = "sudoku-bench: out of system resources: ";
  try {
    const Job job = parse(arguments);
    return interrupted() ? ExitCode::interrupted : job(arguments);
  } catch (const UsageError& error) {
    return fail(ExitCode::usage, "sudoku-bench: ", error);
  } catch (const Interrupted&) {
    return ExitCode::interrupted;
  } catch (const InputError& error) {
    write_error(fmt::format("{}\n", error.what()));  // may have several lines
    return ExitCode::bad_input;
  } catch (const OutputError& error) {
    return fail(ExitCode::output_failed, "", error);
  } catch (const std::system_error& error) {
    return fail(ExitCode::system_refused, kOutOfResources, error);
  } catch (const std::bad_alloc&) {
    print_error("sudoku-bench: out of memory\n");
    return ExitCode::system_refused;
  } catch (const std::exception& error) {
    if (is_out_of_threads(error)) return fail(ExitCode::system_refused, kOutOfResources, error);
    return fail(ExitCode::internal_error, "sudoku-bench: internal error: ", error);
  }
}

/// Opens /dev/null for standard streams that the caller has closed. Otherwise, a file of the run
/// could get the descriptor of standard output. The access mode makes reads of standard input and
/// writes to the others fail, as on a closed stream.
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
  // A write beyond the file size limit then fails with an error that is reported.
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGCHLD, SIG_DFL);  // the parent may have set it to be ignored
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (const auto status = sudoku::run_as_host(arguments)) return *status;
  sudoku::watch_interrupts();
  // Processes that an engine has started, but not ended, do not outlive this process.
  const bool adopts_orphans = sudoku::adopt_orphans();
  const auto code = static_cast<int>(sudoku::run(arguments));
  if (adopts_orphans) sudoku::end_children();
  return code;
}
