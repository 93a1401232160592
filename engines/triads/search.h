#pragma once

// Depth-first search on boards that are swept and split. Included inside the namespace of a variant
// after a layout, see generic.h. NOTES.md has measurements.
//
// A node is a copy of a board, so nothing is undone: the search continues with one child of a
// split, the other one waits. The first split of a puzzle decides whether all its splits are on
// triads (triad_split.h) or, if possible, on cells (cell_split.h).
//
// Puzzles with splits on triads and many open nodes at the first dead end are the hardest. Some
// dead ends later the search offloads their open nodes to lanes, unless one solution is enough.
//
// One board leaves much of a CPU idle, because each step of a sweep waits for the previous one. So
// several boards are swept at once, of a hard puzzle or of several puzzles.
//
// Layouts. lane_per_box (AVX2) and lane_per_triad (AVX-512) define the same functions. Their rules
// differ, because each layout has the rules that are cheap in its vectors. So the guesses of
// triads_avx2 and triads_avx512 differ, too:
//
//                     lane_per_box                     lane_per_triad
//     rules           each reads the result of the     all read the triads at the start of the
//                     previous rule                    view
//     naked singles   first: removed from the box      third: removed from row and box
//     cell to split   a triad counts once if it has    a triad counts for each candidate that it
//                     any of the candidates            has
//     triad to split  in the first band with the       in a band with the fewest open digits;
//                     fewest open digits               CandidateOrder decides between these
//
// Invariant: the search of a board depends only on the board, its puzzle and whether one solution
// is enough. The guesses of an exhausted search are the same however many boards are swept at once.

/// The open nodes of a puzzle, and the steps of its search after a sweep.
class OpenNodes {
 public:
  OpenNodes() { nodes_[0] = Node{}; }
  OpenNodes(const OpenNodes&) = delete;
  OpenNodes& operator=(const OpenNodes&) = delete;
  ~OpenNodes() { delete[] nodes_; }

  /// Begins the search of a puzzle. Without `offload`, it is never offloaded.
  void begin(SearchMonitor* monitor, Offload* offload) {
    monitor_ = monitor;
    offload_ = offload;
    top_ = nodes_;
    dead_ends_ = 0;
    filled_ = 0;
    is_over_ = false;
    splits_ = Splits::undecided;
  }

  bool is_over() const { return is_over_; }
  bool is_empty() const { return top_ == nodes_; }
  std::uint64_t dead_ends() const { return dead_ends_; }
  /// Number of leaves: dead ends and boards without a choice. If boards are swept at once, each
  /// missing board counts as a dead end in every sweep.
  std::uint64_t leaves() const { return dead_ends_ + filled_; }

  /// Pops the deepest node. If there is none, returns false and a node that stays dead.
  bool pop(Node& node) {
    if (is_empty()) {
      node = Node{};
      return false;
    }
    node = *top_--;
    return true;
  }

  /// Offloads all open nodes.
  void offload_all() {
    for (; !is_empty(); --top_) {
      const auto [first, stride] = offload_->add(monitor_->puzzle());
      write_candidates(*top_, first, stride);
    }
  }

  /// Pushes a node that was popped.
  void push(const Node& node) {
    if (top_ == last_) grow();
    *++top_ = node;
  }

  /// Advances a node after a sweep: keeps it, splits it or replaces it by another one. Returns
  /// false if no node is left, if the search is over or if the open nodes must be offloaded.
  [[gnu::always_inline]] inline bool advance(Node& node, const Sweep& swept) {
    const bool dead = is_dead(swept);
    // A single branch, because the rare case is hard to predict anyway.
    if (__builtin_expect(!dead & should_sweep_again(swept), 1)) return true;
    if (!monitor_->visit_node()) return end(node);
    if (dead) {
      ++dead_ends_;
      return !should_offload() && pop(node);
    }
    return advance_stalled(node, swept);
  }

  /// Advances several boards of the puzzle after a sweep. Returns the set of boards that continue,
  /// one bit each. The outcomes are hard to predict. So dead boards are replaced without a branch,
  /// and only the number of stalled boards causes branches.
  template <std::size_t count>
  [[gnu::always_inline]] inline unsigned advance(Node (&nodes)[count],
                                                 const Sweep (&swept)[count]) {
    unsigned alive = 0;
    unsigned stalled = 0;
    unsigned visited = 0;
#pragma GCC unroll 3
    for (std::size_t i = 0; i < count; ++i) {
      const unsigned dead = is_dead(swept[i]) ? 1 : 0;
      const unsigned stops = ~dead & (should_sweep_again(swept[i]) ? 0 : 1);
      const unsigned waits = is_empty() ? 0 : 1;
      replace_if(dead != 0, nodes[i], *top_);
      top_ -= dead & waits;
      alive |= (~dead | waits) << i & 1U << i;
      stalled |= stops << i;
      visited += dead + stops;
      dead_ends_ += dead;
    }
    if (!monitor_->visit_nodes(visited)) {
      end(nodes[0]);
      return 0;
    }
    for (; stalled != 0; stalled &= stalled - 1) {
      const int i = std::countr_zero(stalled);
      if (advance_stalled(nodes[i], swept[i])) continue;
      if (is_over_) return 0;
      alive &= ~(1U << i);
    }
    return alive;
  }

 private:
  bool advance_stalled(Node& node, const Sweep& swept) {
    const BoardState state = state_of(node, swept);
    filled_ += state != BoardState::open ? 1 : 0;
    if (state == BoardState::invalid) return pop(node);
    if (state == BoardState::solved) {
      if (monitor_->wants_solution()) write_solution(node, solution_.cells.data());
      return monitor_->found(solution_) ? pop(node) : end(node);
    }
    if (top_ == last_) grow();
    if (!split(node, top_[1], swept)) return true;
    if (!monitor_->take_guess()) return end(node);
    ++top_;
    return true;
  }

  bool split(Node& node, Node& other, const Sweep& swept) {
    if (splits_ == Splits::undecided) {
      splits_ = prefers_cells(node) ? Splits::on_cells : Splits::on_triads;
    }
    if (splits_ == Splits::on_cells && split_on_cell(node, other, swept)) return true;
    return split_on_triad(
        node, other, swept,
        splits_ == Splits::on_cells ? CandidateOrder::fewest_first : CandidateOrder::most_first);
  }

  /// Whether the puzzle is one of the hardest, which lanes searches faster. Decided at its first
  /// dead end: until then one of its boards is swept at a time, whatever other puzzles are
  /// searched.
  bool should_offload() const {
    return dead_ends_ == 1 && splits_ == Splits::on_triads && top_ - nodes_ >= kManyOpen &&
           offload_ != nullptr;
  }

  bool end(Node& node) {
    is_over_ = true;
    top_ = nodes_;
    node = Node{};
    return false;
  }

  /// What the splits of a puzzle are on.
  enum class Splits : std::uint8_t { undecided, on_cells, on_triads };

  /// Lowest number of open nodes at the first dead end for offloading a search on triads. Nearly
  /// all of the hardest puzzles reach it, and few others.
  static constexpr int kManyOpen = 3;
  /// Enough for nearly all puzzles.
  static constexpr int kUsualNodes = 128;

  [[gnu::noinline]] void grow() {
    const auto size = last_ - nodes_ + 1;
    Node* const larger = new Node[static_cast<std::size_t>(2 * size)];
    for (std::ptrdiff_t i = 0; i < size; ++i) larger[i] = nodes_[i];
    delete[] nodes_;
    nodes_ = larger;
    top_ = nodes_ + size - 1;
    last_ = nodes_ + 2 * size - 1;
  }

  Node* nodes_ = new Node[kUsualNodes];  // the first one is dead and never popped
  Node* top_ = nodes_;                   // the deepest node
  Node* last_ = nodes_ + kUsualNodes - 1;
  SearchMonitor* monitor_ = nullptr;
  Offload* offload_ = nullptr;  // null if nothing is offloaded
  Grid solution_;
  std::uint64_t dead_ends_ = 0;
  std::uint64_t filled_ = 0;
  bool is_over_ = false;
  Splits splits_ = Splits::undecided;
};

/// Searches one puzzle or the puzzles of a block.
class Search {
 public:
  static constexpr std::size_t kBoardsAtOnce = kAtOnce;

  /// Sets where to offload the hardest puzzles; null if they are searched here.
  void offload_to(Offload* offload) { offload_ = offload; }

  /// Searches one puzzle depth first. After kDeadEndsBeforeParallel dead ends it sweeps several of
  /// the deepest nodes at once. Before, the current node often has a solution below it.
  void solve_one(const Boards& puzzle, SearchMonitor& monitor) {
    OpenNodes& open = open_[0];
    open.begin(&monitor, offload_);
    Node node[] = {read(puzzle, 0)};
    bool is_open = true;
    Sweep swept[1];
    while (is_open) {
      while (is_open && (open.dead_ends() < kDeadEndsBeforeParallel || open.is_empty())) {
        sweep_boards(node, swept);
        is_open = open.advance(node[0], swept[0]);
      }
      is_open = is_open && solve_several_at_once(open, node[0], [] { return true; });
    }
    if (!open.is_empty()) offload(open);
  }

  /// Searches the puzzles of a block from index `first` on, kBoardsAtOnce at a time with one
  /// monitor each. Returns the index of the first puzzle that is not started. It stops if enough
  /// boards are offloaded or after the number of puzzles that a continuation supports.
  std::size_t solve_block(const Boards& puzzles, std::size_t first,
                          std::vector<SearchMonitor>& monitors) {
    puzzles_ = &puzzles;
    next_ = first;
    end_ = first + Continuation::kMostPuzzles;
    if (end_ > puzzles.size()) end_ = puzzles.size();
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
      for (std::size_t i = 0; i < kAtOnce; ++i) {
        if (!is_running[i] || advance_in_block(open_[i], nodes[i], swept[i])) continue;
        if (!open_[i].is_empty()) offload(open_[i]);
        is_running[i] = begin_next(open_[i], monitors[i], nodes[i]);
        running -= is_running[i] ? 0 : 1;
      }
    }
    return next_;
  }

 private:
  /// Number of dead ends after which a puzzle is offloaded.
  static constexpr unsigned kDeadEndsBeforeOffload = 7;

  /// Continues the search of a puzzle until kDeadEndsBeforeOffload, then offloads its open nodes.
  /// Puzzles with several solutions often reach their solution limit before that.
  [[gnu::noinline]] void offload(OpenNodes& open) {
    const auto may_continue = [&open] { return open.dead_ends() < kDeadEndsBeforeOffload; };
    Node node;
    bool is_open = open.pop(node);
    while (is_open && may_continue()) is_open = solve_several_at_once(open, node, may_continue);
    if (!is_open) return;
    open.push(node);
    open.offload_all();
  }

  /// Advances a board of a block. Returns false if its search ends. A hard puzzle is searched alone
  /// for up to kMaxLeavesAlone leaves, because several of its nodes cost less than nodes of several
  /// puzzles.
  [[gnu::always_inline]] inline bool advance_in_block(OpenNodes& open, Node& node,
                                                      const Sweep& swept) {
    if (!open.advance(node, swept)) return false;
    const bool is_alone =
        kDeadEndsBeforeAlone <= open.dead_ends() && open.leaves() < kMaxLeavesAlone;
    if (__builtin_expect(!is_alone || open.is_empty(), 1)) return true;
    return solve_several_at_once(open, node, [&open] { return open.leaves() < kMaxLeavesAlone; });
  }

  /// Sweeps several nodes at once until one or none is left, or until `may_continue` returns false.
  /// Then `node` is the last node. Returns false if there is none.
  template <typename MayContinue>
  bool solve_several_at_once(OpenNodes& open, Node& node, MayContinue may_continue) {
    Node nodes[kAtOnce] = {node};
    for (std::size_t i = 1; i < kAtOnce; ++i) open.pop(nodes[i]);
    Sweep swept[kAtOnce];
    unsigned alive;
    do {
      sweep_boards(nodes, swept);
      alive = open.advance(nodes, swept);
      if (open.is_over()) return false;
      // A missing board is a dead one, so it is replaced after each sweep if possible.
    } while ((!open.is_empty() || (alive & (alive - 1)) != 0) && may_continue());
    for (; (alive & (alive - 1)) != 0; alive &= alive - 1) {
      open.push(nodes[std::countr_zero(alive)]);
    }
    if (alive == 0) return open.pop(node);
    node = nodes[std::countr_zero(alive)];
    return true;
  }

  static Node read(const Boards& puzzles, std::size_t number) {
    const std::uint8_t* const cells = puzzles.cells.data() + kCells * number;
    if (!puzzles.have_candidates()) return read_node(cells);
    return read_node(cells, puzzles.candidates.data() + kCells * number);
  }

  bool is_full() const { return offload_ != nullptr && offload_->is_full(); }

  /// Begins the next puzzle. Returns false if there is none.
  bool begin_next(OpenNodes& open, SearchMonitor& monitor, Node& node) {
    while (next_ < end_ && !is_full()) {
      const std::size_t puzzle = next_++;
      if (!monitor.begin(puzzle)) continue;
      open.begin(&monitor, offload_);
      node = read(*puzzles_, puzzle);
      return true;
    }
    node = Node{};
    return false;
  }

  OpenNodes open_[kAtOnce];
  Offload* offload_ = nullptr;
  const Boards* puzzles_ = nullptr;
  std::size_t next_ = 0;
  std::size_t end_ = 0;
};
