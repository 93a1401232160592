#pragma once

// Depth-first search on boards that are swept and split.
//
// A node is a board, and nothing is ever undone: one side of a split goes on, the other one waits.
// One board leaves most of a processor idle, as each step of a sweep waits for the one before it;
// so three are swept at once, of a hard puzzle or of three puzzles. After two sweeps it is looked
// at what has become of a board. What comes of that depends on the board alone; the guesses of an
// exhausted search are the same however many boards are searched at once.
//
// Tried and lost
//  - A look after each sweep, or after three: looks are foreseen wrong, each at the price of a
//  sweep.
//  - Three at once from the first split on: hard puzzles 10 % sooner, those with several solutions
//    later by half, as boards beside the one that leads to a solution are wasted.
//  - A test for solved boards of its own, which spares their last sweep: as fast.

constexpr int kAtOnce = 3;

/// The open nodes of a puzzle, and what becomes of the boards that are swept for it.
class OpenNodes {
 public:
  OpenNodes() {}
  OpenNodes(const OpenNodes&) = delete;
  OpenNodes& operator=(const OpenNodes&) = delete;
  ~OpenNodes() { delete[] nodes_; }

  /// The search of a puzzle begins.
  void begin(SearchMonitor* monitor) {
    monitor_ = monitor;
    top_ = nodes_;
    dead_ends_ = 0;
    is_over_ = false;
  }

  bool is_over() const { return is_over_; }
  bool is_empty() const { return top_ == nodes_; }
  int dead_ends() const { return dead_ends_; }

  /// The deepest of them. False if there is none: then the node is dead, and stays so.
  bool take(Node& node) {
    if (is_empty()) {
      node = Node{};
      return false;
    }
    node = *--top_;
    return true;
  }

  /// After a sweep: the node goes on, is split, or makes way for another node. False if there is
  /// none, or if the search of the puzzle is over.
  [[gnu::always_inline]] inline bool settle(Node& node, const Sweep& swept) {
    const auto& [rows, columns] = swept;
    const Vector lacking = and_not(splat(kEveryDigit), rows.complete & columns.complete);
    const Vector empty = _mm512_subs_epu16(splat(1), columns.fewest);
    const LaneSet dead = nonzero(lacking | empty);
    const LaneSet changed = nonzero(rows.changed | columns.changed);
    // One branch: what it is not taken for is hard to foresee as it is.
    if (__builtin_expect((dead == 0) & ((changed & (changed - 1)) != 0), 1)) return true;
    if (!monitor_->visit_node()) return end(node);
    if (dead != 0) {
      ++dead_ends_;
      return take(node);
    }
    return settle_stalled(node, swept);
  }

 private:
  /// A sweep that changes the triads of no more than one lane is worth less than a split.
  bool settle_stalled(Node& node, const Sweep& swept) {
    if ((nonzero(swept.rows.open) & kEveryLane) == 0) {
      if (monitor_->wants_solution()) write_solution(node, solution_.cells.data());
      return monitor_->found(solution_) ? take(node) : end(node);
    }
    if (top_ == end_) grow();
    if (!split(node, *top_, swept.columns)) return true;
    if (!monitor_->take_guess()) return end(node);
    ++top_;
    return true;
  }

  bool end(Node& node) {
    is_over_ = true;
    top_ = nodes_;
    node = Node{};
    return false;
  }

  /// Enough for nearly all puzzles.
  static constexpr int kUsualNodes = 128;

  [[gnu::noinline]] void grow() {
    const auto size = end_ - nodes_;
    Node* const larger = new Node[static_cast<std::size_t>(2 * size)];
    for (std::ptrdiff_t i = 0; i < size; ++i) larger[i] = nodes_[i];
    delete[] nodes_;
    nodes_ = larger;
    top_ = nodes_ + size;
    end_ = nodes_ + 2 * size;
  }

  Node* nodes_ = new Node[kUsualNodes];
  Node* top_ = nodes_;
  Node* end_ = nodes_ + kUsualNodes;
  SearchMonitor* monitor_ = nullptr;
  Grid solution_;
  int dead_ends_ = 0;
  bool is_over_ = false;
};

/// Searches one puzzle, or those of a block.
class Search {
 public:
  /// A puzzle by itself: depth first, and from the second dead end on on three nodes at once, the
  /// deepest ones. One that has not led to a dead end may well have a solution below.
  void solve_one(const std::uint8_t* puzzle, SearchMonitor& monitor) {
    constexpr int kDeadEndsAlone = 2;
    OpenNodes& open = open_[0];
    open.begin(&monitor);
    Node node[] = {read_node(puzzle)};
    bool goes_on = true;
    while (goes_on) {
      while (goes_on && (open.dead_ends() < kDeadEndsAlone || open.is_empty())) {
        Sweep swept[1];
        sweep_twice(node, swept);
        goes_on = open.settle(node[0], swept[0]);
      }
      goes_on = goes_on && solve_three_at_once(open, node[0]);
    }
  }

  /// Puzzles of a block, three at a time, each depth first.
  void solve_block(const Boards& puzzles, SearchMonitor (&monitors)[kAtOnce]) {
    puzzles_ = &puzzles;
    next_ = 0;
    Node nodes[kAtOnce];
    bool is_running[kAtOnce];
    for (int i = 0; i < kAtOnce; ++i) is_running[i] = begin_next(open_[i], monitors[i], nodes[i]);
    while (is_running[0] | is_running[1] | is_running[2]) {
      Sweep swept[kAtOnce];
      sweep_twice(nodes, swept);
#pragma GCC unroll 3
      for (int i = 0; i < kAtOnce; ++i) {
        if (!is_running[i] || open_[i].settle(nodes[i], swept[i])) continue;
        is_running[i] = begin_next(open_[i], monitors[i], nodes[i]);
      }
    }
  }

 private:
  /// Until one node is left, which goes to `node`, or none: then false.
  bool solve_three_at_once(OpenNodes& open, Node& node) {
    Node nodes[kAtOnce] = {node};
    bool is_alive[kAtOnce] = {true, open.take(nodes[1]), open.take(nodes[2])};
    do {
      Sweep swept[kAtOnce];
      sweep_twice(nodes, swept);
#pragma GCC unroll 3
      for (int i = 0; i < kAtOnce; ++i) {
        is_alive[i] = open.settle(nodes[i], swept[i]);
        if (open.is_over()) return false;
      }
      // One that has nothing to do is dead, and so looks for work after each sweep.
    } while (!open.is_empty() || is_alive[0] + is_alive[1] + is_alive[2] > 1);
    for (int i = 0; i < kAtOnce; ++i) {
      if (is_alive[i]) node = nodes[i];
    }
    return is_alive[0] || is_alive[1] || is_alive[2];
  }

  /// False if there is no puzzle left.
  bool begin_next(OpenNodes& open, SearchMonitor& monitor, Node& node) {
    while (next_ < puzzles_->size()) {
      const std::size_t puzzle = next_++;
      if (!monitor.begin(puzzle)) continue;
      open.begin(&monitor);
      node = read_node(puzzles_->cells.data() + kCells * puzzle);
      return true;
    }
    node = Node{};
    return false;
  }

  OpenNodes open_[kAtOnce];
  const Boards* puzzles_ = nullptr;
  std::size_t next_ = 0;
};
