#include "engines/bandjoin/join.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <list>
#include <system_error>
#include <thread>

namespace sudoku::bandjoin {
SolutionCount Join::count(const Grid& puzzle, unsigned threads, Interruption& interruption) {
  if (interruption.has_come() || !upright_.load(puzzle)) return 0;
  const Plan chosen = plan(interruption);
  if (threads > 1 && chosen.is_large) return count_on_threads(chosen.board, threads, interruption);
  return chosen.board.count(memory_, interruption);
}

Join::Plan Join::plan(Interruption& interruption) {
  // Less work than that is done before symmetries and the other orientation are looked for, and
  // symmetries with other roles.
  constexpr double kWorthTurning = 3e5;
  constexpr double kWorthPlanning = 1.5e8;

  const double upright_work = upright_.plan();
  if (upright_work <= kWorthTurning || !turned_.load_transposed(upright_)) return {upright_, false};
  upright_.look_for_symmetries();
  turned_.look_for_symmetries();
  const double turned_work = turned_.plan();
  Board& chosen = turned_work < upright_work ? turned_ : upright_;
  const bool is_worth_planning = std::min(upright_work, turned_work) > kWorthPlanning &&
                                 chosen.planned_work(interruption) > kWorthPlanning;
  if (!is_worth_planning) return {chosen, false};
  const double upright_left = upright_.plan_with_symmetries(interruption);
  const double turned_left = turned_.plan_with_symmetries(interruption);
  return {turned_left < upright_left ? turned_ : upright_, true};
}

SolutionCount Join::count_on_threads(Board& board, unsigned threads, Interruption& interruption) {
  struct Helper {
    SolutionCount solutions;
    Interruption interruption;
    std::exception_ptr failure;
    std::jthread thread;  // the first to go
  };
  std::atomic<std::size_t> next{0};
  const auto help = [&](Helper& helper) {
    if (helper.interruption.has_come()) return;  // to follow takes milliseconds
    Board own(kernels_);
    SliceMemory memory;
    own.follow(board);
    helper.solutions = own.count_share(next, memory, helper.interruption);
  };
  std::list<Helper> helpers;
  for (unsigned i = 1; i < threads; ++i) {
    Helper& helper = helpers.emplace_back(Helper{0, interruption, {}, {}});
    try {
      helper.thread = std::jthread([&help, &helper] {
        try {
          help(helper);
        } catch (...) {
          helper.failure = std::current_exception();
        }
      });
    } catch (const std::system_error&) {  // the system has no more threads
      helpers.pop_back();
      break;
    }
  }
  SolutionCount total = board.count_share(next, memory_, interruption);
  for (Helper& helper : helpers) {
    helper.thread.join();
    if (helper.failure) std::rethrow_exception(helper.failure);
    total += helper.solutions;
    interruption.end_like(helper.interruption);
  }
  return total;
}

}  // namespace sudoku::bandjoin
