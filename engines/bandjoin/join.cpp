#include "engines/bandjoin/join.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <future>
#include <list>
#include <system_error>

namespace sudoku::bandjoin {

SolutionCount Join::count(const Candidates& given, unsigned threads, StopCondition& stop) {
  if (stop.is_met() || !upright_.plan().load(given)) return 0;
  const Choice chosen = choose(stop);
  if (threads > 1 && chosen.is_large) return count_on_threads(chosen.board, threads, stop);
  return chosen.board.count(memory_, stop);
}

Join::Choice Join::choose(StopCondition& stop) {
  // Below the first amount of work, symmetries and the other orientation are not worth a search.
  // Below the second one, roles that use symmetries better are not.
  constexpr double kWorthTurning = 3e5;
  constexpr double kWorthPlanning = 1.5e8;

  const double upright_work = upright_.plan().choose();
  if (upright_work <= kWorthTurning || !turned_.plan().load_transposed(upright_.plan()))
    return {upright_, false};
  upright_.plan().look_for_symmetries();
  turned_.plan().look_for_symmetries();
  const double turned_work = turned_.plan().choose();
  Board& chosen = turned_work < upright_work ? turned_ : upright_;
  const bool is_worth_planning = std::min(upright_work, turned_work) > kWorthPlanning &&
                                 chosen.plan().work_with_symmetries(stop) > kWorthPlanning;
  if (!is_worth_planning) return {chosen, false};
  const double upright_left = upright_.plan().choose_with_symmetries(stop);
  const double turned_left = turned_.plan().choose_with_symmetries(stop);
  return {turned_left < upright_left ? turned_ : upright_, true};
}

SolutionCount Join::count_on_threads(Board& board, unsigned threads, StopCondition& stop) {
  struct Helper {
    StopCondition stop;
    std::future<SolutionCount> solutions;  // last member: its destructor waits for the thread
  };
  std::atomic<std::size_t> next{0};
  const auto help = [&](StopCondition& own_stop) -> SolutionCount {
    if (own_stop.is_met()) return 0;  // copying the plan takes milliseconds
    Board own(kernels_);
    SliceMemory memory;
    own.plan().copy(board.plan());
    return own.count_share(next, memory, own_stop);
  };
  std::list<Helper> helpers;
  for (unsigned i = 1; i < threads; ++i) {
    Helper& helper = helpers.emplace_back(Helper{stop, {}});
    try {
      helper.solutions = std::async(std::launch::async, help, std::ref(helper.stop));
    } catch (const std::system_error&) {  // no more threads available
      helpers.pop_back();
      break;
    }
  }
  SolutionCount total = board.count_share(next, memory_, stop);
  for (Helper& helper : helpers) {
    total += helper.solutions.get();
    stop.merge(helper.stop);
  }
  return total;
}

}  // namespace sudoku::bandjoin
