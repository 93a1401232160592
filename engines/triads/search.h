#pragma once

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
  [[gnu::always_inline]] inline bool settle(Node& node, const RowSweep& rows,
                                            const ColumnSweep& columns) {
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
    return settle_stalled(node, rows, columns);
  }

 private:
  /// A sweep that changes no more than one triad is worth less than a split.
  bool settle_stalled(Node& node, const RowSweep& rows, const ColumnSweep& columns) {
    if ((nonzero(rows.open) & kEveryLane) == 0) {
      if (monitor_->wants_solution()) write_solution(node, solution_.cells.data());
      return monitor_->found(solution_) ? take(node) : end(node);
    }

    if (top_ == end_) grow();
    if (!split(node, *top_, columns)) return true;
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

class Search {
 public:
  /// A puzzle by itself: depth first on one node, and from the second dead end on on three, the
  /// deepest nodes, so that no unit of the processor waits for the next step of one.
  void solve_one(const std::uint8_t* puzzle, SearchMonitor& monitor) {
    constexpr int kDeadEndsAlone = 2;
    OpenNodes& nodes = nodes_[0];
    nodes.begin(&monitor);
    Node a = read_node(puzzle);
    while (true) {
      bool goes_on = true;
      while (goes_on && (nodes.dead_ends() < kDeadEndsAlone || nodes.is_empty())) {
        RowSweep rows = sweep_rows(a);
        ColumnSweep columns = sweep_columns(a, rows);
        rows = sweep_rows(a);
        columns = sweep_columns(a, rows);
        goes_on = nodes.settle(a, rows, columns);
      }
      if (!goes_on || !solve_by_three(nodes, a)) return;
    }
  }

  /// Puzzles of a block, three at a time, each depth first.
  void solve_block(const Boards& puzzles, SearchMonitor (&monitors)[3]) {
    puzzles_ = &puzzles;
    next_ = 0;
    Node a, b, c;
    bool has_a = begin_next(nodes_[0], monitors[0], a);
    bool has_b = begin_next(nodes_[1], monitors[1], b);
    bool has_c = begin_next(nodes_[2], monitors[2], c);
    while (has_a || has_b || has_c) {
      RowSweep a_rows = sweep_rows(a);
      RowSweep b_rows = sweep_rows(b);
      RowSweep c_rows = sweep_rows(c);
      ColumnSweep a_columns = sweep_columns(a, a_rows);
      ColumnSweep b_columns = sweep_columns(b, b_rows);
      ColumnSweep c_columns = sweep_columns(c, c_rows);
      a_rows = sweep_rows(a);
      b_rows = sweep_rows(b);
      c_rows = sweep_rows(c);
      a_columns = sweep_columns(a, a_rows);
      b_columns = sweep_columns(b, b_rows);
      c_columns = sweep_columns(c, c_rows);
      if (has_a && !nodes_[0].settle(a, a_rows, a_columns)) {
        has_a = begin_next(nodes_[0], monitors[0], a);
      }
      if (has_b && !nodes_[1].settle(b, b_rows, b_columns)) {
        has_b = begin_next(nodes_[1], monitors[1], b);
      }
      if (has_c && !nodes_[2].settle(c, c_rows, c_columns)) {
        has_c = begin_next(nodes_[2], monitors[2], c);
      }
    }
  }

 private:
  /// Until one node is left, in `a`, or none.
  bool solve_by_three(OpenNodes& nodes, Node& a) {
    Node b, c;
    bool has_b = nodes.take(b);
    bool has_c = nodes.take(c);
    while (true) {
      RowSweep a_rows = sweep_rows(a);
      RowSweep b_rows = sweep_rows(b);
      RowSweep c_rows = sweep_rows(c);
      ColumnSweep a_columns = sweep_columns(a, a_rows);
      ColumnSweep b_columns = sweep_columns(b, b_rows);
      ColumnSweep c_columns = sweep_columns(c, c_rows);
      a_rows = sweep_rows(a);
      b_rows = sweep_rows(b);
      c_rows = sweep_rows(c);
      a_columns = sweep_columns(a, a_rows);
      b_columns = sweep_columns(b, b_rows);
      c_columns = sweep_columns(c, c_rows);
      const bool has_a = nodes.settle(a, a_rows, a_columns);
      if (nodes.is_over()) return false;
      has_b = nodes.settle(b, b_rows, b_columns);
      if (nodes.is_over()) return false;
      has_c = nodes.settle(c, c_rows, c_columns);
      if (nodes.is_over()) return false;
      if (!nodes.is_empty() || has_a + has_b + has_c > 1) continue;
      if (has_b) a = b;
      if (has_c) a = c;
      return has_a || has_b || has_c;
    }
  }

  /// False if there is none left.
  bool begin_next(OpenNodes& nodes, SearchMonitor& monitor, Node& node) {
    while (next_ < puzzles_->size()) {
      const std::size_t puzzle = next_++;
      if (!monitor.begin(puzzle)) continue;
      nodes.begin(&monitor);
      node = read_node(puzzles_->cells.data() + kCells * puzzle);
      return true;
    }
    node = Node{};
    return false;
  }

  OpenNodes nodes_[3];
  const Boards* puzzles_ = nullptr;
  std::size_t next_ = 0;
};
