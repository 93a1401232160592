#pragma once

// Depth-first search on boards that are swept and split. Included inside a namespace without a name
// and a target region, after the node, the sweep and the split of a layout.
//
// A node is a board, and nothing is ever undone: one side of a split goes on, the other one waits.
// One board leaves much of a processor idle, as each step of a sweep waits for the one before it;
// so several are swept at once, of a hard puzzle or of several puzzles. What becomes of a board
// depends on the board alone; the guesses of an exhausted search are the same however many boards
// are searched at once.
//
// Tried and lost
//  - Several at once from the first split on: hard puzzles 10 % sooner, those with several
//    solutions later by half, as boards beside the one that leads to a solution are wasted. How
//    many dead ends pay before it depends on how much several at once gain, so on the layout.
//  - A test for solved boards of its own, which spares their last sweep: as fast.

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
    const bool dead = is_dead(swept);
    // One branch: what it is not taken for is hard to foresee as it is.
    if (__builtin_expect(!dead & is_worth_another(swept), 1)) return true;
    if (!monitor_->visit_node()) return end(node);
    if (dead) {
      ++dead_ends_;
      return take(node);
    }
    return settle_stalled(node, swept);
  }

 private:
  bool settle_stalled(Node& node, const Sweep& swept) {
    const triads::Filling filling = filling_of(node, swept);
    if (filling == triads::Filling::invalid) return take(node);
    if (filling == triads::Filling::solved) {
      if (monitor_->wants_solution()) write_solution(node, solution_.cells.data());
      return monitor_->found(solution_) ? take(node) : end(node);
    }
    if (top_ == end_) grow();
    if (!split(node, *top_, swept)) return true;
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
  static constexpr std::size_t kBoardsAtOnce = kAtOnce;

  /// A puzzle by itself: depth first, and after kDeadEndsAlone dead ends on several nodes at once,
  /// the deepest ones. One that has not led to a dead end may well have a solution below.
  void solve_one(const std::uint8_t* puzzle, SearchMonitor& monitor) {
    OpenNodes& open = open_[0];
    open.begin(&monitor);
    Node node[] = {read_node(puzzle)};
    bool goes_on = true;
    Sweep swept[1];
    while (goes_on) {
      while (goes_on && (open.dead_ends() < kDeadEndsAlone || open.is_empty())) {
        sweep_boards(node, swept);
        goes_on = open.settle(node[0], swept[0]);
      }
      goes_on = goes_on && solve_several_at_once(open, node[0]);
    }
  }

  /// Puzzles of a block, several at a time, each depth first; a monitor for each at a time.
  void solve_block(const Boards& puzzles, std::vector<SearchMonitor>& monitors) {
    puzzles_ = &puzzles;
    next_ = 0;
    Node nodes[kAtOnce];
    bool is_running[kAtOnce];
    int running = 0;
    for (std::size_t i = 0; i < kAtOnce; ++i) {
      is_running[i] = begin_next(open_[i], monitors[i], nodes[i]);
      running += is_running[i] ? 1 : 0;
    }
    Sweep swept[kAtOnce];
    while (running != 0) {
      sweep_boards(nodes, swept);
#pragma GCC unroll 3
      for (std::size_t i = 0; i < kAtOnce; ++i) {
        if (!is_running[i] || open_[i].settle(nodes[i], swept[i])) continue;
        is_running[i] = begin_next(open_[i], monitors[i], nodes[i]);
        running -= is_running[i] ? 0 : 1;
      }
    }
  }

 private:
  /// Until one node is left, which goes to `node`, or none: then false.
  bool solve_several_at_once(OpenNodes& open, Node& node) {
    Node nodes[kAtOnce] = {node};
    bool is_alive[kAtOnce] = {true};
    int alive = 1;
    for (std::size_t i = 1; i < kAtOnce; ++i) alive += open.take(nodes[i]) ? 1 : 0;
    Sweep swept[kAtOnce];
    do {
      sweep_boards(nodes, swept);
      alive = 0;
#pragma GCC unroll 3
      for (std::size_t i = 0; i < kAtOnce; ++i) {
        is_alive[i] = open.settle(nodes[i], swept[i]);
        if (open.is_over()) return false;
        alive += is_alive[i] ? 1 : 0;
      }
      // One that has nothing to do is dead, and so looks for work after each sweep.
    } while (!open.is_empty() || alive > 1);
    for (std::size_t i = 0; i < kAtOnce; ++i) {
      if (is_alive[i]) node = nodes[i];
    }
    return alive != 0;
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
