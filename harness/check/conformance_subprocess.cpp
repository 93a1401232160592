#include <cerrno>
#include <csignal>
#include <new>
#include <system_error>
#include <thread>

#include <fmt/format.h>
#include <sys/wait.h>

#include "harness/base/system.h"
#include "harness/check/conformance.h"
#include "harness/external/child_process.h"

namespace sudoku {
namespace {

using Clock = std::chrono::steady_clock;

/// Shared memory that the process of a check writes and its parent reads.
struct CheckStatus {
  std::atomic<std::uint64_t> questions{0};  ///< number of calls started
  std::atomic<int> refusal{0};              ///< errno if the system refused something; 0: none
  // Texts, cut off if they are too long:
  char question[1 << 18] = "";  ///< describe_question of the last call
  char failure[1 << 16] = "";   ///< empty: none

  void set_question(const Board& puzzle, const SolveLimits& limits) {
    copy_text(describe_question(puzzle, limits), question);
    ++questions;
  }
  void set_failure(std::string_view what) { copy_text(what, failure); }
  std::string failure_in_question(const std::string& what) const { return what + question; }

 private:
  static void copy_text(std::string_view text, std::span<char> to) {
    to[text.copy(to.data(), to.size() - 1)] = '\0';
  }
};

using SharedStatus = SharedMemory<CheckStatus>;

/// Runs the check and exits.
[[noreturn]] void run_in_child(const ConformanceCheck& check, const SolverUnderTest& solver,
                               std::chrono::nanoseconds timeout, const SharedStatus& status) {
  try {
    ConformanceTester tester(solver, timeout,
                             [&status](const Board& puzzle, const SolveLimits& limits) {
                               status->set_question(puzzle, limits);
                             });
    check.run(tester);
  } catch (const NonConformance& failure) {
    status->set_failure(failure.what());
  } catch (const std::system_error& error) {
    status->refusal = error.code().value();
  } catch (const std::bad_alloc&) {
    status->refusal = ENOMEM;
  } catch (const std::exception& error) {
    status->set_failure(status->failure_in_question(error.what()));
  }
  ::_exit(0);
}

/// Waits for the child. Kills it if a call exceeds the timeout, or after an interrupt. Returns its
/// status for waitpid(2); nullopt if it was killed.
std::optional<int> wait_for(pid_t child, std::chrono::nanoseconds timeout,
                            const SharedStatus& shared) {
  constexpr auto kGrace = std::chrono::seconds(2);
  constexpr auto kPause = std::chrono::milliseconds(2);
  std::uint64_t questions = 0;
  auto end = Clock::now() + timeout + kGrace;
  int status = 0;
  while (::waitpid(child, &status, WNOHANG) == 0) {
    if (shared->questions != questions) {
      questions = shared->questions;
      end = Clock::now() + timeout + kGrace;
    }
    if (Clock::now() > end || interrupted()) {
      ::kill(child, SIGKILL);
      ::waitpid(child, &status, 0);
      return std::nullopt;
    }
    std::this_thread::sleep_for(kPause);
  }
  return status;
}

}  // namespace

std::string guarded_failure(const ConformanceCheck& check, const SolverUnderTest& solver,
                            std::chrono::nanoseconds timeout) {
  const SharedStatus shared;
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child == 0) {
    die_with_parent(parent);
    run_in_child(check, solver, timeout, shared);
  }
  const std::optional<int> status = wait_for(child, timeout, shared);
  if (interrupted()) return {};
  if (!status) return shared->failure_in_question("ignores the time limit and does not end");
  if (WIFSIGNALED(*status)) {
    return shared->failure_in_question("crashed with signal " + signal_name(WTERMSIG(*status)));
  }
  if (shared->refusal != 0) {
    throw std::system_error(shared->refusal, std::generic_category(),
                            fmt::format("the check '{}' cannot run", check.name));
  }
  const int code = WEXITSTATUS(*status);
  if (code != 0)
    return shared->failure_in_question(fmt::format("exits the program with exit code {}", code));
  return shared->failure;
}

}  // namespace sudoku
