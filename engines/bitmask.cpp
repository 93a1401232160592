// Draft.
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "engines/geometry.h"
#include "engines/registry.h"
#include "engines/search_monitor.h"

namespace sudoku {
namespace {

// One 32-bit lane a band (lane 3 stays empty), bit 10 * row + column in it.
using Board = std::uint32_t __attribute__((vector_size(16)));
using Lanes = std::array<std::uint32_t, 4>;

constexpr int kBands = 3;
constexpr int kRowStride = 10;
constexpr std::uint32_t kRow = 0x1FF;
constexpr std::uint32_t kFirstColumn = 1U | 1U << 10 | 1U << 20;
constexpr std::uint32_t kBand = kRow * kFirstColumn;
constexpr std::uint32_t kMinirows = 0b1001001 * kFirstColumn;

constexpr Board splat(std::uint32_t x) {
  return Board{x, x, x, 0};
}

inline Board to_board(const Lanes& lanes) {
  return std::bit_cast<Board>(lanes);
}
inline Lanes to_lanes(Board board) {
  return std::bit_cast<Lanes>(board);
}

inline bool any(Board board) {
  const auto halves = std::bit_cast<std::array<std::uint64_t, 2>>(board);
  return (halves[0] | halves[1]) != 0;
}

constexpr std::size_t band_of(int cell) {
  return static_cast<std::size_t>(cell / 27);
}
constexpr std::uint32_t bit_of(int cell) {
  return 1U << (cell % 27 / 9 * kRowStride + cell % 9);
}

constexpr auto kBitOf = [] {
  std::array<Lanes, kCells> boards{};
  for (int cell = 0; cell < kCells; ++cell) {
    boards[static_cast<std::size_t>(cell)][band_of(cell)] = bit_of(cell);
  }
  return boards;
}();

constexpr auto kKeep = [] {
  std::array<Lanes, kCells> boards{};
  for (int cell = 0; cell < kCells; ++cell) {
    Lanes& keep = boards[static_cast<std::size_t>(cell)];
    keep = {kBand, kBand, kBand, 0};
    for (const std::uint8_t peer : kPeersOfCell[static_cast<std::size_t>(cell)]) {
      keep[band_of(peer)] &= ~bit_of(peer);
    }
  }
  return boards;
}();

struct State {
  std::array<Board, kSize> places;
};

inline Board next_band(Board b) {
  return __builtin_shufflevector(b, b, 1, 2, 0, 3);
}
inline Board last_band(Board b) {
  return __builtin_shufflevector(b, b, 2, 0, 1, 3);
}

bool load(const Grid& puzzle, State& state) {
  std::array<std::uint8_t, kCells> clues;
  std::size_t n = 0;
  for (int cell = 0; cell < kCells; ++cell) {
    clues[n] = static_cast<std::uint8_t>(cell);
    n += puzzle[cell] != 0;
  }
  const Board all = splat(kBand);
  std::array<Board, kSize> placed;
  for (std::size_t d = 0; d < kSize; ++d) {
    state.places[d] = all;
    placed[d] = splat(0);
  }
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t cell = clues[i];
    const std::size_t d = puzzle.cells[cell] - 1U;
    state.places[d] &= to_board(kKeep[cell]);
    placed[d] |= to_board(kBitOf[cell]);
  }
  Board filled = splat(0);
  for (std::size_t d = 0; d < kSize; ++d) filled |= placed[d];
  for (std::size_t d = 0; d < kSize; ++d) state.places[d] &= placed[d] | ~filled;
  return true;
}

enum class Verdict { open, solved, dead };

// p: column flags of three digits, 10 bits apart.
inline Board legal_minicolumns(Board p) {
  const Board last = splat(0b100100100 * kFirstColumn);
  const Board first = splat(0b001001001 * kFirstColumn);
  const Board one = ((p >> 1) & ~last) | ((p << 2) & last);
  const Board two = ((p << 1) & ~first) | ((p >> 2) & first);
  return p & ((next_band(one) & last_band(two)) | (next_band(two) & last_band(one)));
}

inline Board next_row(Board b) {
  return (b >> 10) | (b << 20);
}
inline Board last_row(Board b) {
  return (b << 10) | (b >> 20);
}

// f: minirow flags of three digits, one bit apart
inline Board legal_minirows(Board f) {
  const Board last = splat(0b111000000 * kFirstColumn);
  const Board first = splat(0b000000111 * kFirstColumn);
  const Board all = splat(kBand);
  const Board one = ((f >> 3) & (all & ~last)) | ((f << 6) & last);
  const Board two = ((f << 3) & (all & ~first)) | ((f >> 6) & first);
  return f & ((next_row(one) & last_row(two)) | (next_row(two) & last_row(one)));
}

inline void lock_columns(Board* v) {
  const Board row = splat(kRow);
  Board p = splat(0);
  for (int j = 0; j < 3; ++j) p |= ((v[j] | v[j] >> 10 | v[j] >> 20) & row) << (10 * j);
  p = legal_minicolumns(p);
  for (int j = 0; j < 3; ++j) {
    const Board q = (p >> (10 * j)) & row;
    v[j] &= q | q << 10 | q << 20;
  }
}

inline void lock_rows(Board* v) {
  const Board minirows = splat(kMinirows);
  Board f = splat(0);
  for (int j = 0; j < 3; ++j) f |= ((v[j] | v[j] >> 1 | v[j] >> 2) & minirows) << j;
  f = legal_minirows(f);
  for (int j = 0; j < 3; ++j) {
    const Board q = (f >> j) & minirows;
    v[j] &= (q << 3) - q;
  }
}

inline Board row_singles(Board v) {
  const Board more = v & (v - splat(kFirstColumn));
  const Board rows = (more + splat(kBand)) & splat(kFirstColumn << 9);
  return v & ~(rows - (rows >> 9));
}

Verdict propagate(State& state) {
  auto& v = state.places;
  while (true) {
    const State before = state;
    std::array<Board, kSize> singles;
    Board known = splat(0);
    for (std::size_t d = 0; d < kSize; d += 3) {
      lock_columns(&v[d]);
      lock_rows(&v[d]);
      for (std::size_t j = d; j < d + 3; ++j) known |= singles[j] = row_singles(v[j]);
    }
    Board once = splat(0);
    Board twice = splat(0);
    Board changed = splat(0);
    Board empty = splat(0);
    for (std::size_t d = 0; d < kSize; ++d) {
      v[d] &= singles[d] | ~known;
      twice |= once & v[d];
      once |= v[d];
      changed |= v[d] ^ before.places[d];
      empty |= Board(v[d] == splat(0));
    }
    empty[3] = 0;
    if (any(empty | (once ^ splat(kBand)))) return Verdict::dead;
    const Board naked = once & ~twice & ~known;
    if (any(naked)) {
      const Lanes lanes = to_lanes(naked);
      for (std::size_t k = 0; k < kBands; ++k) {
        for (std::uint32_t bits = lanes[k]; bits != 0; bits &= bits - 1) {
          const int at = std::countr_zero(bits);
          const std::size_t cell = k * 27 + static_cast<std::size_t>(at / 10 * 9 + at % 10);
          for (std::size_t d = 0; d < kSize; ++d) {
            if ((v[d][k] >> at & 1) != 0) v[d] &= to_board(kKeep[cell]);
          }
        }
      }
      continue;
    }
    if (!any(changed)) return any(known ^ splat(kBand)) ? Verdict::open : Verdict::solved;
  }
}

class BitmaskEngine final : public Engine {
 public:
  void solve(std::span<const Grid> puzzles, const SolveLimits& limits,
             std::span<SolveResult> results, SolutionSink* sink) override {
    solve_each(puzzles, limits, results, sink, [this](const Grid& puzzle, SearchMonitor& monitor) {
      load(puzzle, states_[0]);
      search(0, monitor);
    });
  }

 private:
  static Grid to_grid(const State& state) {
    Grid grid;
    for (std::size_t d = 0; d < kSize; ++d) {
      const Lanes lanes = to_lanes(state.places[d]);
      for (std::size_t k = 0; k < kBands; ++k) {
        for (std::uint32_t bits = lanes[k]; bits != 0; bits &= bits - 1) {
          const int at = std::countr_zero(bits);
          grid[static_cast<int>(k) * 27 + at / 10 * 9 + at % 10] = static_cast<std::uint8_t>(d + 1);
        }
      }
    }
    return grid;
  }

  static Board choose_cells(const State& state) {
    Board one = splat(0);
    Board two = splat(0);
    Board three = splat(0);
    for (const Board v : state.places) {
      three |= two & v;
      two |= one & v;
      one |= v;
    }
    if (any(two & ~three)) return two & ~three;
    return two;
  }

  bool search(std::size_t depth, SearchMonitor& monitor) {
    if (!monitor.visit_node()) return false;
    State& state = states_[depth];
    const Verdict verdict = propagate(state);
    if (verdict == Verdict::dead) return true;
    if (verdict == Verdict::solved) return monitor.found(to_grid(state));
    const Lanes cells = to_lanes(choose_cells(state));
    std::size_t k = 0;
    while (cells[k] == 0) ++k;
    const int at = std::countr_zero(cells[k]);
    const std::size_t cell = k * 27 + static_cast<std::size_t>(at / 10 * 9 + at % 10);
    std::array<std::size_t, kSize> digits;
    std::size_t n = 0;
    for (std::size_t d = 0; d < kSize; ++d) {
      digits[n] = d;
      n += state.places[d][k] >> at & 1;
    }
    for (std::size_t i = 0; i < n; ++i) {
      if (i + 1 < n && !monitor.take_guess()) return false;
      State& next = states_[depth + 1];
      for (std::size_t d = 0; d < kSize; ++d)
        next.places[d] = state.places[d] & ~to_board(kBitOf[cell]);
      next.places[digits[i]] = state.places[digits[i]] & to_board(kKeep[cell]);
      if (!search(depth + 1, monitor)) return false;
    }
    return true;
  }

  std::array<State, kCells + 1> states_;
};

}  // namespace

std::unique_ptr<Engine> make_bitmask(const EngineOptions&) {
  return std::make_unique<BitmaskEngine>();
}

}  // namespace sudoku
