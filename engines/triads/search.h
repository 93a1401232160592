#pragma once

// Depth-first search on boards that are swept and split. Included inside a namespace without a name
// and a target region, after the node, the sweep and the split of a layout.
//
// A node is a board, and nothing is ever undone: one side of a split goes on, the other one waits.
// The node that a puzzle is split at first decides whether all its splits are on triads (split.h of
// the layout) or on cells where they can be (cell_split.h). Puzzles of the first kind with many
// boards open at the first dead end are the hardest: what they have open some dead ends later lanes
// search to the end, as many boards at once as there are, unless one solution will do.
// One board leaves much of a processor idle, as each step of a sweep waits for the one before it;
// so several are swept at once, of a hard puzzle or of several puzzles. What becomes of a board
// depends on the board and its puzzle alone, and on whether one solution will do; the guesses of an
// exhausted search are the same however many boards are searched at once.
//
// Tried and lost
//  - Boards handed over at the first dead end: the hardest puzzles 4 % sooner, as the boards that
//    lanes do not get hardly spare them steps, but a quarter later where two solutions are asked
//    for and there are more, as lanes search many boards beside those that lead there.
//    At the fifth one: the hardest 1 to 2 % sooner than at the seventh, those others up to a tenth
//    later. At the twelfth: 2 to 3 % later, and up to a twelfth sooner.
//  - To hand over within `advance`: a call there costs all puzzles up to a twentieth.
//  - Several at once from the first split on: hard puzzles 10 % sooner, those with several
//    solutions later by half, as boards beside the one that leads to a solution are wasted. How
//    many dead ends pay before it depends on how much several at once gain, so on the layout.
//  - Every board split without a branch, and the split kept where it stalled: what this spares, the
//    operations of the other splits take. A look after each sweep, as boards go on without a
//    branch: 5 % slower.
//  - The boards of different puzzles going on without a branch, like those of one: slower.
//  - Two groups of boards by turns, so that the branches of one are settled while the other one is
//    swept: as fast with three boards a group, slower with fewer.

/// The open nodes of a puzzle, and what becomes of the boards that are swept for it.
class OpenNodes {
 public:
  OpenNodes() { nodes_[0] = Node{}; }
  OpenNodes(const OpenNodes&) = delete;
  OpenNodes& operator=(const OpenNodes&) = delete;
  ~OpenNodes() { delete[] nodes_; }

  /// The search of a puzzle begins.
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
  /// The nodes below which nothing is left to search: dead ends, and boards without a choice. Of
  /// boards that are swept at once, one that is not there counts as a dead end each time.
  std::uint64_t leaves() const { return dead_ends_ + filled_; }

  /// The deepest of them. False if there is none: then the node is dead, and stays so.
  bool pop(Node& node) {
    if (is_empty()) {
      node = Node{};
      return false;
    }
    node = *top_--;
    return true;
  }

  /// Hands over what a search that ended has left open.
  void offload_all() {
    for (; !is_empty(); --top_) {
      const auto [first, stride] = offload_->add(monitor_->puzzle());
      write_candidates(*top_, first, stride);
    }
  }

  /// Gives back a node that was taken.
  void push(const Node& node) {
    if (top_ == last_) grow();
    *++top_ = node;
  }

  /// After a sweep: the node goes on, is split, or makes way for another node. False if there is
  /// none, or if the search of the puzzle is over; what is open then is to be handed over.
  [[gnu::always_inline]] inline bool advance(Node& node, const Sweep& swept) {
    const bool dead = is_dead(swept);
    // One branch: what it is not taken for is hard to foresee as it is.
    if (__builtin_expect(!dead & should_sweep_again(swept), 1)) return true;
    if (!monitor_->visit_node()) return end(node);
    if (dead) {
      ++dead_ends_;
      return !should_offload() && pop(node);
    }
    return advance_stalled(node, swept);
  }

  /// The same of boards of the puzzle that are swept at once; gives those that go on, a bit each.
  /// What becomes of each is hard to foresee for a processor: so dead ones make way without a
  /// branch, and then there is one for the number of those that stalled.
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
    const BoardState filling = state_of(node, swept);
    filled_ += filling != BoardState::open ? 1 : 0;
    if (filling == BoardState::invalid) return pop(node);
    if (filling == BoardState::solved) {
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
    return split_on_triad(node, other, swept);
  }

  /// Whether the puzzle, just come to its first dead end, is one of the hardest, which lanes search
  /// in less time from here. Until then one board of it is swept at a time, whatever is beside it.
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

  /// Of a puzzle.
  enum class Splits : std::uint8_t { undecided, on_cells, on_triads };

  /// Open boards that make a search on triads one for lanes: nearly all of the hardest puzzles have
  /// as many at their first dead end, few others do.
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

  Node* nodes_ = new Node[kUsualNodes];  // the first one is dead, and never taken
  Node* top_ = nodes_;                   // the deepest
  Node* last_ = nodes_ + kUsualNodes - 1;
  SearchMonitor* monitor_ = nullptr;
  Offload* offload_ = nullptr;  // or null where none goes to lanes
  Grid solution_;
  std::uint64_t dead_ends_ = 0;
  std::uint64_t filled_ = 0;
  bool is_over_ = false;
  Splits splits_ = Splits::undecided;
};

/// Searches one puzzle, or those of a block.
class Search {
 public:
  static constexpr std::size_t kBoardsAtOnce = kAtOnce;

  /// Where boards of the hardest puzzles go from now on; null if such puzzles are searched here.
  void offload_to(Offload* offload) { offload_ = offload; }

  /// A puzzle by itself: depth first, and after kDeadEndsBeforeParallel dead ends on several nodes
  /// at once, the deepest ones. One that has not led to a dead end may well have a solution below.
  void solve_one(const std::uint8_t* puzzle, SearchMonitor& monitor) {
    OpenNodes& open = open_[0];
    open.begin(&monitor, offload_);
    Node node[] = {read_node(puzzle)};
    bool goes_on = true;
    Sweep swept[1];
    while (goes_on) {
      while (goes_on && (open.dead_ends() < kDeadEndsBeforeParallel || open.is_empty())) {
        sweep_boards(node, swept);
        goes_on = open.advance(node[0], swept[0]);
      }
      goes_on = goes_on && solve_several_at_once(open, node[0], [] { return true; });
    }
    if (!open.is_empty()) offload(open);
  }

  /// Puzzles of a block, from number `first` on, several at a time, each depth first; a monitor for
  /// each at a time. Returns the number of the first one that is not begun, as enough boards have
  /// been handed over, or lanes have no numbers for more puzzles.
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
        if (!is_running[i] || goes_on(open_[i], nodes[i], swept[i])) continue;
        if (!open_[i].is_empty()) offload(open_[i]);
        is_running[i] = begin_next(open_[i], monitors[i], nodes[i]);
        running -= is_running[i] ? 0 : 1;
      }
    }
    return next_;
  }

 private:
  /// Of a puzzle that goes to lanes then.
  static constexpr unsigned kDeadEndsBeforeOffload = 7;

  /// Ends the search of a puzzle that is for lanes: hands over what it has open some dead ends
  /// later, by which puzzles with several solutions have often shown as many as are asked for.
  [[gnu::noinline]] void offload(OpenNodes& open) {
    const auto may_go_on = [&open] { return open.dead_ends() < kDeadEndsBeforeOffload; };
    Node node;
    bool goes_on = open.pop(node);
    while (goes_on && may_go_on()) goes_on = solve_several_at_once(open, node, may_go_on);
    if (!goes_on) return;
    open.push(node);
    open.offload_all();
  }

  /// What becomes of a board of a block. A puzzle that is hard enough has the units for itself, as
  /// several nodes of it cost less than those of several puzzles; but not for longer than those
  /// beside it can wait.
  [[gnu::always_inline]] inline bool goes_on(OpenNodes& open, Node& node, const Sweep& swept) {
    if (!open.advance(node, swept)) return false;
    const bool is_alone =
        kDeadEndsBeforeAlone <= open.dead_ends() && open.leaves() < kMaxLeavesAlone;
    if (__builtin_expect(!is_alone || open.is_empty(), 1)) return true;
    return solve_several_at_once(open, node, [&open] { return open.leaves() < kMaxLeavesAlone; });
  }

  /// Until one node is left, which goes to `node`, or none: then false. Or until it may not go on.
  template <typename MayGoOn>
  bool solve_several_at_once(OpenNodes& open, Node& node, MayGoOn may_go_on) {
    Node nodes[kAtOnce] = {node};
    for (std::size_t i = 1; i < kAtOnce; ++i) open.pop(nodes[i]);
    Sweep swept[kAtOnce];
    unsigned alive;
    do {
      sweep_boards(nodes, swept);
      alive = open.advance(nodes, swept);
      if (open.is_over()) return false;
      // One that has nothing to do is dead, and so looks for work after each sweep.
    } while ((!open.is_empty() || (alive & (alive - 1)) != 0) && may_go_on());
    for (; (alive & (alive - 1)) != 0; alive &= alive - 1) {
      open.push(nodes[std::countr_zero(alive)]);
    }
    if (alive == 0) return open.pop(node);
    node = nodes[std::countr_zero(alive)];
    return true;
  }

  bool is_full() const { return offload_ != nullptr && offload_->is_full(); }

  /// False if there is no puzzle to begin.
  bool begin_next(OpenNodes& open, SearchMonitor& monitor, Node& node) {
    while (next_ < end_ && !is_full()) {
      const std::size_t puzzle = next_++;
      if (!monitor.begin(puzzle)) continue;
      open.begin(&monitor, offload_);
      node = read_node(puzzles_->cells.data() + kCells * puzzle);
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
