#include "harness/check/guarded_check.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <exception>
#include <span>
#include <string_view>
#include <system_error>
#include <thread>

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/base/system.h"
#include "harness/external/shared_memory.h"

namespace sudoku {
namespace {

using Clock = std::chrono::steady_clock;

/// Shared memory that the process of a check writes and its parent reads.
struct CheckStatus {
  std::atomic<std::uint64_t> questions{0};  ///< number of calls begun
  // Of the last call:
  Shape shape{};
  std::array<std::uint8_t, kMaxCells> puzzle{};
  std::uint64_t max_solutions = 0;
  char failure[4096] = "";  ///< empty: none

  void set_failure(std::string_view what) {
    const std::size_t length = what.copy(failure, sizeof failure - 1);
    failure[length] = '\0';
  }
};

class GuardedCheck {
 public:
  GuardedCheck(const ConformanceCheck& check, const SolverUnderTest& solver,
               std::chrono::nanoseconds timeout)
      : check_(check), solver_(solver), timeout_(timeout) {}

  /// As guarded_failure.
  std::string run() {
    child_ = ::fork();
    if (child_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
    if (child_ == 0) run_in_child();
    const int status = wait();
    if (interrupted()) return {};
    if (is_overdue_) return describe("ignores the time limit and does not end");
    if (WIFSIGNALED(status)) {
      return describe("crashed with signal " + signal_name(WTERMSIG(status)));
    }
    if (WEXITSTATUS(status) != 0) {
      return describe(fmt::format("exits the program with exit code {}", WEXITSTATUS(status)));
    }
    return status_->failure;
  }

 private:
  [[noreturn]] void run_in_child() {
    try {
      const auto on_question = [this](const Board& puzzle, std::uint64_t max_solutions) {
        status_->shape = puzzle.shape;
        std::copy(puzzle.cells.begin(), puzzle.cells.end(), status_->puzzle.begin());
        status_->max_solutions = max_solutions;
        ++status_->questions;
      };
      ConformanceTester tester(solver_, timeout_, on_question);
      check_.run(tester);
    } catch (const NonConformance& failure) {
      status_->set_failure(failure.what());
    } catch (const std::exception& error) {
      status_->set_failure(describe(error.what()));
    }
    ::_exit(0);
  }

  /// Waits for the child and returns its status. Kills it if a call exceeds the timeout.
  int wait() {
    constexpr auto kGrace = std::chrono::seconds(2);
    constexpr auto kPause = std::chrono::milliseconds(2);
    std::uint64_t questions = 0;
    auto end = Clock::now() + timeout_ + kGrace;
    int status = 0;
    while (::waitpid(child_, &status, WNOHANG) == 0) {
      if (status_->questions != questions) {
        questions = status_->questions;
        end = Clock::now() + timeout_ + kGrace;
      }
      is_overdue_ = Clock::now() > end;
      if (is_overdue_ || interrupted()) {
        ::kill(child_, SIGKILL);
        ::waitpid(child_, &status, 0);
        break;
      }
      std::this_thread::sleep_for(kPause);
    }
    return status;
  }

  std::string describe(const std::string& what) const {
    SolveLimits limits;
    limits.max_solutions = status_->max_solutions;
    const Board puzzle{status_->shape, std::span(status_->puzzle).first(status_->shape.cells())};
    return NonConformance(what, puzzle, limits).what();
  }

  const ConformanceCheck& check_;
  const SolverUnderTest& solver_;
  std::chrono::nanoseconds timeout_;
  SharedMemory<CheckStatus> status_{Sharing::to_write};
  pid_t child_ = 0;
  bool is_overdue_ = false;
};

}  // namespace

std::string guarded_failure(const ConformanceCheck& check, const SolverUnderTest& solver,
                            std::chrono::nanoseconds timeout) {
  return GuardedCheck(check, solver, timeout).run();
}

}  // namespace sudoku
