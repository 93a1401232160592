#pragma once

#include "engines/lanes/branching.h"
#include "engines/lanes/solutions.h"
#include "engines/lanes/waiting_blocks.h"

// Lane-parallel search: one board per lane, as many boards at once as a vector has lanes of 16
// bits (block.h). Included inside the namespace of a variant, see generic.h. NOTES.md has
// measurements.
//
// A step is a light sweep and a main sweep (propagation.h). Boards are checked and moved after the
// main sweep. Boards without enough progress are split into two children (branching.h). One child
// keeps the lane. The other child goes into a free lane or waits. So one hard puzzle fills all
// lanes. Free lanes are filled with waiting boards or new puzzles. If many puzzles reach the
// solution limit, their remaining boards are dropped unsearched. Then each puzzle is searched depth
// first in one lane instead.
//
// Invariants
//  - The search of a board depends only on its lane. It is split in the step in which its progress
//    ends, wherever the other child goes. So the guesses of an exhausted search are the same for
//    every number of lanes, every block and every place in the block.
//  - A board is a solution if its rows are full of singles before the stacks are swept and if that
//    sweep does not refute it. Single candidates in all cells are not enough.
//  - A board without an open digit is never split, but swept until it is solved or dead.

class Search {
 public:
  Search() {
    for (auto& cell : current_.cells) store(cell, splat(kAllDigits));
    store(current_.puzzle, splat(0));
  }

  /// Searches all puzzles of the batch. The results are default-constructed.
  void run(const Batch& batch, const SolveLimits& limits, SolutionSink* sink) {
    begin(batch, limits, sink);
    continue_search();
  }

  /// Distance between the cells of a board in memory.
  static constexpr int kStride = kLanes;

  /// Starts a search of boards instead of puzzles; `add` adds the boards. The results contain what
  /// the searches that the boards come from have found so far.
  void begin_with_boards(const Batch& batch, const SolveLimits& limits, SolutionSink* sink) {
    begin(batch, limits, sink);
    loaded_ = batch.size;
  }

  /// Adds a board of a puzzle of the batch. Returns the address for its candidates, kStride apart.
  std::uint16_t* add(std::uint16_t puzzle) {
    const bool waits = current_.is_full();
    const int number = waits ? waiting_.with_room(1) : 0;
    Block& block = waits ? waiting_[number] : current_;
    const int lane = first_of(kAllLanes & ~block.live);
    block.live |= LaneSet{1} << lane;
    block.puzzle[lane] = puzzle;
    if (waits) link(number, lane);
    return &block.cells[0][lane];
  }

  /// Searches the added boards and the puzzles that are not loaded yet.
  void continue_search() {
    bool is_stopped = limits_->is_over();
    while (!is_stopped && (current_.live != 0 || refill())) {
      const Vector candidates = sweep_lightly(current_);
      const Sweep swept = sweep(current_, bands_, candidates);
      const LaneSet searched = current_.live;
      current_.live &= ~swept.dead;
      take_solutions(current_.live & swept.solved);
      const LaneSet stalled = current_.live & ~swept.progressed;
      if (stalled != 0) choose_branches(bands_, without_weight_, branches_);
      if (is_depth_first_) {
        advance_depth_first(stalled, searched & ~current_.live);
      } else {
        advance_all_at_once(stalled);
      }
      if (is_guess_limit_passed_) end_puzzles_beyond_limit();
      if (--steps_to_review_ == 0) review_order();
      if (--steps_to_poll_ == 0) is_stopped = !poll();
    }
    if (is_stopped) mark_stopped();
    solutions_.flush();
  }

 private:
  /// Steps between two checks of the clock: less than a millisecond even without vectors.
  static constexpr int kPollInterval = 128;
  static constexpr int kReviewInterval = 32;
  /// Up to this number of boards, splitting one by one is faster.
  static constexpr int kMaxSplitOneByOne = 12;
  /// Sweeps of new puzzles before their search. Hardly any puzzle needs a split earlier.
  static constexpr int kSweepsBeforeSearch = 2;
  static constexpr std::int64_t kPuzzleClockTickNs = 1'000'000;

  void begin(const Batch& batch, const SolveLimits& limits, SolutionSink* sink) {
    batch_ = batch;
    limits_ = &limits;
    sink_ = sink;
    max_guesses_ = limits.max_guesses != 0 ? limits.max_guesses : ~std::uint64_t{0};
    max_time_ns_ = lanes::max_time_ns(limits);
    without_weight_ = batch.candidates == nullptr ? kWithoutWeight : kWithoutWeightIfGiven;
    next_tick_ns_ = 0;
    loaded_ = 0;
    solutions_.begin(batch_, sink);
    steps_to_poll_ = kPollInterval;
    is_guess_limit_passed_ = false;
    is_depth_first_ = false;
    steps_to_review_ = kReviewInterval;
    split_count_ = 0;
    dropped_count_ = 0;
    current_.live = 0;
    fresh_.live = 0;
    waiting_.clear();
  }

  // Solutions.

  /// Counts the solutions in `lanes` of the current block and removes them.
  void take_solutions(LaneSet lanes) {
    if (lanes == 0) return;
    LaneSet wanted = 0;  // solutions to report
    for (LaneSet rest = lanes; rest != 0; rest = without_first(rest)) {
      const int lane = first_of(rest);
      const std::uint16_t puzzle = current_.puzzle[lane];
      SolveResult& result = batch_.results[puzzle];
      if (result.outcome != Outcome::exhausted) continue;
      const bool is_first = result.solutions == 0 && batch_.solutions != nullptr;
      if (is_first || sink_ != nullptr) wanted |= LaneSet{1} << lane;
      ++result.solutions;
      if (result.solutions == limits_->max_solutions) end(puzzle, Outcome::solution_limit);
    }
    solutions_.write(current_, wanted);
    current_.live &= ~lanes;
  }

  // Branches and waiting boards.

  /// Splits the boards in `stalled`, into free lanes first, and fills the remaining lanes. Every
  /// board is split in this step: its search must not depend on other boards.
  void advance_all_at_once(LaneSet stalled) {
    split_count_ += size_of(stalled);
    const LaneSet free = kAllLanes & ~current_.live;
    const int count = smaller(size_of(stalled), size_of(free));
    const LaneSet from = first_lanes(stalled, count);
    split_to_waiting(stalled & ~from);
    for (LaneSet rest = from; rest != 0; rest = without_first(rest)) count_guess(first_of(rest));
    Block* source = size_of(free) == count ? nullptr : next_source();
    if (source != nullptr) {
      split_and_fill(from, free, *source);
    } else if (from != 0) {
      split_within(from, first_lanes(free, count));
    }
  }

  /// Splits the boards in `from`. The other children go into the lanes `into`.
  void split_within(LaneSet from, LaneSet into) {
    const auto nothing = [](const std::uint16_t*, const Vector& lanes) -> const Vector& {
      return lanes;
    };
    split(from, into, nothing, current_);
    current_.live |= into;
  }

  /// Splits the boards in `from` into lanes of `free`, and fills the other lanes with boards of
  /// `source`. If enough boards of `source` are in the same lanes, they are not moved between
  /// lanes, which is faster.
  void split_and_fill(LaneSet from, LaneSet free, Block& source) {
    const LaneSet into = first_lanes_preferring(free & ~source.live, free, size_of(from));
    const LaneSet left = free & ~into;
    const int count = smaller(size_of(left), size_of(source.live));
    LaneSet taken = left & source.live;
    LaneSet filled = taken;
    if (size_of(taken) == count) {
      const Mask filling = mask_of(filled);
      const auto fill = [filling](const std::uint16_t* other, Vector lanes) {
        return select(filling, load(other), lanes);
      };
      split(from, into, fill, source);
    } else {
      taken = first_lanes(source.live, count);
      filled = first_lanes(left, count);
      const LaneMove filling = plan_move(taken, filled);
      const auto fill = [filling](const std::uint16_t* other, Vector lanes) {
        return moved(filling, load(other), lanes);
      };
      split(from, into, fill, source);
    }
    source.live &= ~taken;
    current_.live |= into | filled;
  }

  /// Splits boards in a pass that fills other lanes, too. `fill` combines vectors of `source` with
  /// vectors of the current block.
  template <typename Fill>
  [[gnu::always_inline]] void split(LaneSet from, LaneSet into, const Fill& fill,
                                    const Block& source) {
    const LaneMove copying = plan_move(from, into);
    const Removals removals = removals_of(branches_, copying, from, into);
    const auto arrived = [copying, fill](const std::uint16_t* own, const std::uint16_t* other) {
      const Vector lanes = load(own);
      return fill(other, moved(copying, lanes, lanes));
    };
    apply_removals(current_, removals, [this, &source, arrived](int i) {
      return arrived(current_.cells[i], source.cells[i]);
    });
    store(current_.puzzle, arrived(current_.puzzle, source.puzzle));
  }

  /// Splits the boards in `stalled` depth first for each puzzle: one child of each board waits. A
  /// lane that was `freed` continues with the same puzzle if no other lane does, otherwise with a
  /// new one.
  void advance_depth_first(LaneSet stalled, LaneSet freed) {
    split_count_ += size_of(stalled);
    split_to_waiting(stalled);
    for (; freed != 0; freed = without_first(freed)) resume(first_of(freed));
    Block* fresh = current_.live == kAllLanes ? nullptr : new_puzzles();
    if (fresh != nullptr) fill_from(*fresh);
    if (current_.live != kAllLanes) refill();
  }

  /// Chooses the order of search. Splits into free lanes are the fastest, but boards of a puzzle
  /// that are searched together are wasted if it reaches its solution limit. So the order follows
  /// the recent share of boards that were dropped unsearched.
  void review_order() {
    steps_to_review_ = kReviewInterval;
    is_depth_first_ = 2 * dropped_count_ > split_count_;
    split_count_ /= 2;
    dropped_count_ /= 2;
  }

  /// Ends the puzzles whose last guess exceeded the limit. Their boards are already split.
  void end_puzzles_beyond_limit() {
    is_guess_limit_passed_ = false;
    for (LaneSet rest = current_.live; rest != 0; rest = without_first(rest)) {
      const std::uint16_t puzzle = current_.puzzle[first_of(rest)];
      SolveResult& result = batch_.results[puzzle];
      if (result.guesses <= max_guesses_) continue;
      result.guesses = max_guesses_;
      end(puzzle, Outcome::guess_limit);
    }
  }

  void split_to_waiting(LaneSet stalled) {
    while (stalled != 0) {
      const int number = waiting_.with_room(size_of(stalled));
      Block& target = waiting_[number];
      const LaneSet free = kAllLanes & ~target.live;
      const int count = smaller(size_of(stalled), size_of(free));
      LaneSet from = first_lanes(stalled, count);
      LaneSet into = first_lanes(free, count);
      if (count > kMaxSplitOneByOne) {
        split_together(from, target, into);
      } else {
        split_one_by_one(from, target, into);
      }
      target.live |= into;
      stalled &= ~from;
      for (; from != 0; from = without_first(from), into = without_first(into)) {
        count_guess(first_of(from));
        link(number, first_of(into));
      }
    }
  }

  /// Splits the boards in `from`. The other children go into the lanes `into` of `target`.
  void split_one_by_one(LaneSet from, Block& target, LaneSet into) {
    copy_lanes(current_, from, target, into);
    for (; from != 0; from = without_first(from), into = without_first(into)) {
      const int lane = first_of(from);
      const auto& cells = kTriadTable.triads[3 * branches_.line[lane] + branches_.box[lane]];
      remove(current_, lane, cells.rest, branches_.digit[lane]);
      remove(target, first_of(into), cells.own, branches_.digit[lane]);
    }
  }

  /// Splits like split_one_by_one, in two passes over all cells.
  void split_together(LaneSet from, Block& target, LaneSet into) {
    const LaneMove copying = plan_move(from, into);
    const auto copied = [copying](const std::uint16_t* own, const std::uint16_t* other) {
      return moved(copying, load(own), load(other));
    };
    apply_removals(
        target, removals_of(branches_, copying, 0, into),
        [this, &target, copied](int i) { return copied(current_.cells[i], target.cells[i]); });
    store(target.puzzle, copied(current_.puzzle, target.puzzle));
    apply_removals(current_, removals_of(branches_, plan_move(from, from), from, 0),
                   [this](int i) { return load(current_.cells[i]); });
  }

  /// Links the board in a lane of a waiting block to the previous one of its puzzle.
  void link(int number, int lane) {
    Block& block = waiting_[number];
    std::uint32_t& last = batch_.states[block.puzzle[lane]].last_waiting;
    block.before[lane] = last;
    last = WaitingBlocks::place_of(number, lane);
  }

  /// Counts the guess of a board of the current block. A puzzle beyond its limit ends at the end of
  /// the step.
  void count_guess(int lane) {
    const std::uint64_t guesses = ++batch_.results[current_.puzzle[lane]].guesses;
    is_guess_limit_passed_ |= guesses > max_guesses_;
  }

  /// Fills free lanes of the current block with waiting boards or new puzzles. Returns false if
  /// there are none.
  bool refill() {
    Block* source = next_source();
    if (source != nullptr) fill_from(*source);
    return source != nullptr;
  }

  /// A block of waiting boards, otherwise of new puzzles; null if there are none.
  Block* next_source() {
    Block* waiting = waiting_.last();
    return waiting != nullptr ? waiting : new_puzzles();
  }

  Block* new_puzzles() { return fresh_.live != 0 || load_puzzles() ? &fresh_ : nullptr; }

  void fill_from(Block& source) {
    const LaneSet free = kAllLanes & ~current_.live;
    const int count = smaller(size_of(free), size_of(source.live));
    const LaneSet taken = first_lanes(source.live, count);
    const LaneSet filled = first_lanes(free, count);
    copy_lanes(source, taken, current_, filled);
    source.live &= ~taken;
    current_.live |= filled;
  }

  /// Fills a free lane with the last waiting board of the puzzle that it searched, unless another
  /// lane searches that puzzle.
  void resume(int lane) {
    const std::uint16_t puzzle = current_.puzzle[lane];
    if ((lanes_with(current_, puzzle) & current_.live) != 0) return;
    std::uint32_t& last = batch_.states[puzzle].last_waiting;
    Block* source = waiting_.find(last, puzzle);
    if (source == nullptr) return;
    const std::uint32_t from = last % kLanes;
    copy_lane(*source, static_cast<int>(from), current_, lane);
    source->live &= ~(LaneSet{1} << from);
    last = source->before[from];
    current_.live |= LaneSet{1} << lane;
  }

  bool load_puzzles() {
    const int count = smaller(kLanes, batch_.size - loaded_);
    if (count == 0) return false;
    const auto begin = static_cast<std::size_t>(loaded_) * kCells;
    const std::uint8_t* grids = batch_.grids + begin;
    const auto first = static_cast<std::uint16_t>(loaded_);
    if (batch_.candidates != nullptr) {
      read_boards(fresh_, grids, batch_.candidates + begin, count, first);
    } else {
      read_boards(fresh_, grids, count, first);
    }
    loaded_ += count;
    prefetch(grids + count * kCells, smaller(kLanes, batch_.size - loaded_) * kCells);
    for (int i = 0; i < kSweepsBeforeSearch; ++i) sweep_lightly(fresh_);
    return true;
  }

  // Limits.

  /// Ends the search of a puzzle and frees its lanes.
  void end(std::uint16_t puzzle, Outcome outcome) {
    batch_.results[puzzle].outcome = outcome;
    drop(current_, puzzle);
    for (int i = 0; i < waiting_.size(); ++i) drop(waiting_[i], puzzle);
  }

  void drop(Block& block, std::uint16_t puzzle) {
    const LaneSet dropped = block.live & lanes_with(block, puzzle);
    block.live &= ~dropped;
    dropped_count_ += size_of(dropped);
  }

  /// Returns false if the call must stop.
  bool poll() {
    steps_to_poll_ = kPollInterval;
    if (limits_->is_over()) return false;
    if (max_time_ns_ <= 0) return true;
    const std::int64_t now_ns = lanes::now_ns();
    if (now_ns < next_tick_ns_) return true;
    next_tick_ns_ = now_ns + kPuzzleClockTickNs;
    start_clocks(now_ns);
    end_timed_out_puzzles(current_, now_ns);
    for (int i = 0; i < waiting_.size(); ++i) end_timed_out_puzzles(waiting_[i], now_ns);
    return true;
  }

  /// Starts the clocks of the puzzles in the current block. So a clock never runs before the search
  /// of its puzzle, and easy puzzles need no clock.
  void start_clocks(std::int64_t now_ns) {
    for (LaneSet rest = current_.live; rest != 0; rest = without_first(rest)) {
      PuzzleState& state = batch_.states[current_.puzzle[first_of(rest)]];
      if (state.first_seen_ns == 0) state.first_seen_ns = now_ns;
    }
  }

  void end_timed_out_puzzles(const Block& block, std::int64_t now_ns) {
    for (LaneSet rest = block.live; rest != 0; rest = without_first(rest)) {
      const std::uint16_t puzzle = block.puzzle[first_of(rest)];
      PuzzleState& state = batch_.states[puzzle];
      if (state.first_seen_ns == 0) continue;
      state.last_seen_ns = now_ns;
      const bool is_late = now_ns - state.first_seen_ns >= max_time_ns_;
      if (is_late && batch_.results[puzzle].outcome == Outcome::exhausted) {
        end(puzzle, Outcome::timeout);
      }
    }
  }

  void mark_stopped() {
    mark_stopped(current_);
    mark_stopped(fresh_);
    for (int i = 0; i < waiting_.size(); ++i) mark_stopped(waiting_[i]);
    for (int i = loaded_; i < batch_.size; ++i) batch_.results[i].outcome = Outcome::stopped;
  }

  void mark_stopped(const Block& block) {
    for (LaneSet rest = block.live; rest != 0; rest = without_first(rest)) {
      batch_.results[block.puzzle[first_of(rest)]].outcome = Outcome::stopped;
    }
  }

  Batch batch_;
  const SolveLimits* limits_ = nullptr;
  SolutionSink* sink_ = nullptr;
  std::uint64_t max_guesses_ = 0;
  std::int64_t max_time_ns_ = 0;
  std::uint16_t without_weight_ = kWithoutWeight;  // see branching.h
  std::int64_t next_tick_ns_ = 0;
  int steps_to_poll_ = 0;
  int loaded_ = 0;  // puzzles read from the batch

  Block current_;          // boards that are swept
  Block fresh_;            // new puzzles
  WaitingBlocks waiting_;  // waiting boards
  Solutions solutions_;
  bool is_guess_limit_passed_ = false;
  bool is_depth_first_ = false;
  int steps_to_review_ = 0;
  int split_count_ = 0;    // recent splits
  int dropped_count_ = 0;  // recent boards that were dropped unsearched
  Bands bands_;
  Branches branches_{};
};
