#pragma once

#include "engines/lanes/branching.h"
#include "engines/lanes/grids.h"

// The search of a batch of puzzles. Included by kernel.h inside the namespace of a variant.

/// Blocks of boards that wait. Grows to what searches need and keeps that. A board that waits has a
/// place, and knows the place of the one of its puzzle that began to wait before it. That one may
/// have gone since, and another board come there.
class WaitingBlocks {
 public:
  WaitingBlocks() {}
  WaitingBlocks(const WaitingBlocks&) = delete;
  WaitingBlocks& operator=(const WaitingBlocks&) = delete;
  ~WaitingBlocks() {
    for (int i = 0; i < allocated_; ++i) delete blocks_[i];
    delete[] blocks_;
  }

  int size() const { return size_; }
  Block& operator[](int i) { return *blocks_[i]; }
  void clear() { size_ = 0; }

  /// The last block with a board, or null.
  Block* last() {
    while (size_ > 0 && blocks_[size_ - 1]->live == 0) --size_;
    return size_ > 0 ? blocks_[size_ - 1] : nullptr;
  }
  /// Number of the last block that has room for `count` boards or at least half its lanes free,
  /// else of a new one.
  int with_room(int count) {
    last();
    const int wanted = smaller(count, kLanes / 2);
    for (int i = size_ - 1; i >= 0; --i) {
      if (kLanes - size_of(blocks_[i]->live) >= wanted) return i;
    }
    push();
    return size_ - 1;
  }

  static std::uint32_t place_of(int block, int lane) {
    return static_cast<std::uint32_t>(block * kLanes + lane);
  }
  /// The block of a place where a board of `puzzle` waits; null if none does.
  Block* find(std::uint32_t place, std::uint16_t puzzle) {
    const auto block = static_cast<int>(place / kLanes);
    if (block >= size_) return nullptr;
    const std::uint32_t lane = place % kLanes;
    const bool waits = (blocks_[block]->live >> lane & 1) != 0;
    return waits && blocks_[block]->puzzle[lane] == puzzle ? blocks_[block] : nullptr;
  }

 private:
  void push() {
    if (size_ == allocated_) allocate();
    blocks_[size_++]->live = 0;
  }
  void allocate() {
    if (allocated_ == capacity_) {
      const int capacity = capacity_ == 0 ? 64 : 2 * capacity_;
      Block** blocks = new Block*[static_cast<unsigned>(capacity)];
      for (int i = 0; i < allocated_; ++i) blocks[i] = blocks_[i];
      delete[] blocks_;
      blocks_ = blocks;
      capacity_ = capacity;
    }
    blocks_[allocated_] = new Block;
    ++allocated_;
  }

  Block** blocks_ = nullptr;
  int size_ = 0;
  int allocated_ = 0;
  int capacity_ = 0;
};

class Search {
 public:
  /// State of the search of a puzzle, in addition to its result. A search starts from zeros.
  struct PuzzleState {
    std::int64_t first_seen_ns;  // by the clock that enforces time limits
    std::int64_t last_seen_ns;
    std::uint32_t last_waiting;  // place of the board that was put off last
    bool has_first_solution;
  };

  /// Puzzles to search together, at most kMaxBatch. Every array starts at the first of them.
  struct Batch {
    const std::uint8_t* grids;  // one byte per cell
    int size;
    SolveResult* results;
    std::uint8_t* solutions;  // one byte per cell; null if the caller wants none
    PuzzleState* states;
    std::size_t first;  // index of the first puzzle in the block of the caller
  };

  /// A lane holds the number of a puzzle, which has 15 bits.
  static constexpr int kMaxBatch = 1 << 15;

  Search() {
    for (auto& cell : current_.cells) store(cell, splat(kAllDigits));
    store(current_.puzzle, splat(0));
  }

  /// Answers every puzzle of the batch, whose results are as new.
  void run(const Batch& batch, const SolveLimits& limits, SolutionSink* sink) {
    begin(batch, limits, sink);
    continue_search();
  }

  /// Between the cells of a board.
  static constexpr int kStride = kLanes;

  /// The same with boards that are added, instead of puzzles that are read: the results are those
  /// of the searches that the boards come from.
  void begin_with_boards(const Batch& batch, const SolveLimits& limits, SolutionSink* sink) {
    begin(batch, limits, sink);
    loaded_ = batch.size;
  }

  /// Takes a board of a puzzle of the batch, whose cells are to be written there.
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

  /// Searches the boards that are there, and the puzzles that are not yet loaded.
  void continue_search() {
    bool is_stopped = lanes::is_stopped(*limits_);
    while (!is_stopped && (current_.live != 0 || refill())) {
      const Vector candidates = sweep_lightly(current_);
      const Sweep swept = sweep(current_, bands_, candidates);
      const LaneSet searched = current_.live;
      current_.live &= ~swept.dead;
      take_solutions(current_.live & swept.solved);
      const LaneSet stalled = current_.live & ~swept.progressed;
      if (stalled != 0) choose_branches(bands_, branches_);
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
    flush();
  }

 private:
  /// Steps between two looks at the clock: a fraction of a millisecond even without vectors.
  static constexpr int kPollInterval = 128;
  static constexpr int kReviewInterval = 32;
  /// Boards that are sooner split one by one.
  static constexpr int kMaxSplitOneByOne = 12;
  /// Hardly a puzzle comes to a stop sooner.
  static constexpr int kSweepsBeforeSearch = 2;
  static constexpr std::int64_t kPuzzleClockTickNs = 1'000'000;

  void begin(const Batch& batch, const SolveLimits& limits, SolutionSink* sink) {
    batch_ = batch;
    limits_ = &limits;
    sink_ = sink;
    max_guesses_ = limits.max_guesses != 0 ? limits.max_guesses : ~std::uint64_t{0};
    max_time_ns_ = lanes::max_time_ns(limits);
    next_tick_ns_ = 0;
    loaded_ = 0;
    found_count_ = 0;
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

  /// Counts the solutions in `lanes` of the current block and takes them from it.
  void take_solutions(LaneSet lanes) {
    if (lanes == 0) return;
    LaneSet wanted = 0;  // those that somebody will look at
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
    write_solutions(wanted);
    current_.live &= ~lanes;
  }

  /// Writes solutions out, one by one or when there are enough of them.
  void write_solutions(LaneSet solutions) {
    if constexpr (kCollectsSolutions) {
      collect(solutions);
    } else {
      for (; solutions != 0; solutions = without_first(solutions)) {
        const int lane = first_of(solutions);
        Grid solution;
        write_board(current_, lane, reinterpret_cast<std::uint8_t*>(&solution));
        report_solution(current_.puzzle[lane], solution);
      }
    }
  }

  /// Copies solutions to the block that they are written out from when it is full.
  void collect(LaneSet solutions) {
    while (solutions != 0) {
      const int count = smaller(size_of(solutions), kLanes - found_count_);
      const LaneSet from = first_lanes(solutions, count);
      const LaneSet into = first_lanes(kAllLanes, count) << found_count_;
      copy_lanes(current_, from, found_, into);
      solutions &= ~from;
      found_count_ += count;
      if (found_count_ == kLanes) flush();
    }
  }

  void flush() {
    if (found_count_ == 0) return;
    std::uint8_t solutions[kLanes * kCells];
    write_boards(found_, solutions);
    for (int i = 0; i < found_count_; ++i) {
      report_solution(found_.puzzle[i], reinterpret_cast<const Grid*>(solutions)[i]);
    }
    found_count_ = 0;
  }

  void report_solution(std::uint16_t puzzle, const Grid& solution) {
    PuzzleState& state = batch_.states[puzzle];
    const bool is_wanted = !state.has_first_solution && batch_.solutions != nullptr;
    if (is_wanted) reinterpret_cast<Grid*>(batch_.solutions)[puzzle] = solution;
    state.has_first_solution = true;
    if (sink_ != nullptr) sink_->on_solution(batch_.first + puzzle, solution);
  }

  // Branches and boards that wait.

  /// Splits the boards in `stalled`, into free lanes first. Then fills the lanes that are left.
  /// Every board is split at once: what becomes of it must not depend on the others.
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

  /// Splits the boards in `from`, whose other sides go into the lanes `into`.
  void split_within(LaneSet from, LaneSet into) {
    const auto nothing = [](const std::uint16_t*, const Vector& lanes) -> const Vector& {
      return lanes;
    };
    split(from, into, nothing, current_);
    current_.live |= into;
  }

  /// Splits the boards in `from`, whose other sides go into lanes of `free`, and fills the others
  /// with boards of `source`: as they stand if that does, which takes less time.
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

  /// Splits boards in a pass that fills other lanes, too: `fill` gives what lanes of `source` and
  /// those here become.
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

  /// The same depth first for each puzzle: one side of each board waits, and a lane that was
  /// `freed` goes on with the same puzzle if no other lane does, else with a new one.
  void advance_depth_first(LaneSet stalled, LaneSet freed) {
    split_count_ += size_of(stalled);
    split_to_waiting(stalled);
    for (; freed != 0; freed = without_first(freed)) resume(first_of(freed));
    Block* fresh = current_.live == kAllLanes ? nullptr : new_puzzles();
    if (fresh != nullptr) fill_from(*fresh);
    if (current_.live != kAllLanes) refill();
  }

  /// Boards of one puzzle that are searched together are wasted if it reaches its limit meanwhile,
  /// and splits into free lanes are the quickest. So the order follows the share of boards that
  /// puzzles at their limits have left unsearched of late.
  void review_order() {
    steps_to_review_ = kReviewInterval;
    is_depth_first_ = 2 * dropped_count_ > split_count_;
    split_count_ /= 2;
    dropped_count_ /= 2;
  }

  /// Ends the puzzles whose last guess was one too many; their boards were split nevertheless.
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

  /// Splits the boards in `from`, whose other sides go into the lanes `into` of `target`.
  void split_one_by_one(LaneSet from, Block& target, LaneSet into) {
    copy_lanes(current_, from, target, into);
    for (; from != 0; from = without_first(from), into = without_first(into)) {
      require(current_, first_of(from), branches_);
      exclude(target, first_of(into), branches_, first_of(from));
    }
  }

  /// The same in two passes over all cells.
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

  /// A board has come to wait in `lane` of that block.
  void link(int number, int lane) {
    Block& block = waiting_[number];
    std::uint32_t& last = batch_.states[block.puzzle[lane]].last_waiting;
    block.before[lane] = last;
    last = WaitingBlocks::place_of(number, lane);
  }

  /// The board in `lane` of the current block splits. That its puzzle had no guess left is seen to
  /// at the end of the step.
  void count_guess(int lane) {
    const std::uint64_t guesses = ++batch_.results[current_.puzzle[lane]].guesses;
    is_guess_limit_passed_ |= guesses > max_guesses_;
  }

  /// Fills free lanes of the current block from one that waits, or with new puzzles. False if there
  /// is none.
  bool refill() {
    Block* source = next_source();
    if (source != nullptr) fill_from(*source);
    return source != nullptr;
  }

  /// A block with boards to go on with, or null: one that waits, else new puzzles.
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

  /// Gives a free lane the board of the puzzle that it has searched which began to wait last,
  /// unless another lane searches that puzzle.
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
    const std::uint8_t* grids = batch_.grids + static_cast<std::size_t>(loaded_) * kCells;
    read_boards(fresh_, grids, count, static_cast<std::uint16_t>(loaded_));
    loaded_ += count;
    prefetch(grids + count * kCells, smaller(kLanes, batch_.size - loaded_) * kCells);
    for (int i = 0; i < kSweepsBeforeSearch; ++i) sweep_lightly(fresh_);
    return true;
  }

  // Ends before time.

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

  /// False if the call is to be stopped.
  bool poll() {
    steps_to_poll_ = kPollInterval;
    if (lanes::is_stopped(*limits_)) return false;
    if (max_time_ns_ <= 0) return true;
    const std::int64_t now_ns = lanes::now_ns();
    if (now_ns < next_tick_ns_) return true;
    next_tick_ns_ = now_ns + kPuzzleClockTickNs;
    start_clocks(now_ns);
    end_timed_out_puzzles(current_, now_ns);
    for (int i = 0; i < waiting_.size(); ++i) end_timed_out_puzzles(waiting_[i], now_ns);
    return true;
  }

  /// The clock of a puzzle starts when this first sees one of its boards swept, so that easy ones
  /// never read it, and none runs before its puzzle is searched.
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
  std::int64_t next_tick_ns_ = 0;
  int steps_to_poll_ = 0;
  int loaded_ = 0;  // puzzles taken from the batch

  Block current_;          // the boards that are swept
  Block fresh_;            // puzzles not begun
  WaitingBlocks waiting_;  // boards put off
  Block found_;            // solutions not yet written out
  int found_count_ = 0;
  bool is_guess_limit_passed_ = false;
  bool is_depth_first_ = false;
  int steps_to_review_ = 0;
  int split_count_ = 0;    // of late
  int dropped_count_ = 0;  // boards that were not needed any more, of late
  Bands bands_;
  Branches branches_{};
};
