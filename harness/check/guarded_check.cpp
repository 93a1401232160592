#include "harness/check/guarded_check.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <exception>
#include <new>
#include <span>
#include <string_view>
#include <system_error>
#include <thread>

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/base/system.h"

namespace sudoku {
namespace {

using Clock = std::chrono::steady_clock;

/// What the process of a check tells the one that waits for it, in memory that both map.
struct Notes {
  std::atomic<std::uint64_t> questions;  ///< begun
  Shape shape;
  std::array<std::uint8_t, kMaxCells> puzzle;  ///< of the last one
  std::uint64_t max_solutions;
  char failure[4096];  ///< empty: none

  void note_failure(std::string_view what) {
    const std::size_t length = what.copy(failure, sizeof failure - 1);
    failure[length] = '\0';
  }
};

class SharedNotes {
 public:
  SharedNotes() {
    void* memory =
        ::mmap(nullptr, sizeof(Notes), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    notes_ = new (memory) Notes{};
  }
  ~SharedNotes() { ::munmap(notes_, sizeof(Notes)); }
  SharedNotes(const SharedNotes&) = delete;
  SharedNotes& operator=(const SharedNotes&) = delete;
  Notes* operator->() const { return notes_; }

 private:
  Notes* notes_;
};

class GuardedCheck {
 public:
  GuardedCheck(const ConformanceCheck& check, const Candidate& candidate,
               std::chrono::nanoseconds timeout)
      : check_(check), candidate_(candidate), timeout_(timeout) {}

  /// What the engine did wrong; empty if nothing.
  std::string run() {
    child_ = ::fork();
    if (child_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
    if (child_ == 0) run_in_child();
    const int status = wait();
    if (interrupted()) return {};
    if (is_overdue_) return describe("does not end, whatever the time limit");
    if (WIFSIGNALED(status)) {
      return describe("crashed with signal " + signal_name(WTERMSIG(status)));
    }
    if (WEXITSTATUS(status) != 0) {
      return describe(fmt::format("ends the program with exit code {}", WEXITSTATUS(status)));
    }
    return notes_->failure;
  }

 private:
  [[noreturn]] void run_in_child() {
    try {
      Trial trial(candidate_, timeout_, [this](const Board& puzzle, std::uint64_t max_solutions) {
        notes_->shape = puzzle.shape;
        std::copy(puzzle.cells.begin(), puzzle.cells.end(), notes_->puzzle.begin());
        notes_->max_solutions = max_solutions;
        ++notes_->questions;
      });
      check_.run(trial);
    } catch (const NonConformance& failure) {
      notes_->note_failure(failure.what());
    } catch (const std::exception& error) {
      notes_->note_failure(describe(error.what()));
    }
    ::_exit(0);
  }

  /// The status of the child, which is killed where a question takes it too long.
  int wait() {
    constexpr auto kGrace = std::chrono::seconds(2);
    constexpr auto kPause = std::chrono::milliseconds(2);
    std::uint64_t questions = 0;
    auto end = Clock::now() + timeout_ + kGrace;
    int status = 0;
    while (::waitpid(child_, &status, WNOHANG) == 0) {
      if (notes_->questions != questions) {
        questions = notes_->questions;
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
    limits.max_solutions = notes_->max_solutions;
    const Board puzzle{notes_->shape, std::span(notes_->puzzle).first(notes_->shape.cells())};
    return NonConformance(what, puzzle, limits).what();
  }

  const ConformanceCheck& check_;
  const Candidate& candidate_;
  std::chrono::nanoseconds timeout_;
  SharedNotes notes_;
  pid_t child_ = 0;
  bool is_overdue_ = false;
};

}  // namespace

std::string guarded_failure(const ConformanceCheck& check, const Candidate& candidate,
                            std::chrono::nanoseconds timeout) {
  return GuardedCheck(check, candidate, timeout).run();
}

}  // namespace sudoku
