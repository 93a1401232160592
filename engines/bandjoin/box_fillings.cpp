#include "engines/bandjoin/box_fillings.h"

#include <array>
#include <bit>

namespace sudoku::bandjoin {
namespace {

template <typename PlaceOf>
PartitionSet allowed_by(BoxMask mask, PlaceOf&& place_of) {
  const PartitionTables& tables = PartitionTables::instance();
  PartitionSet allowed = tables.all();
  for (int d = 0; d < kSize; ++d) {
    unsigned places = 0;
    for (unsigned rest = cells_of(mask, d); rest != 0; rest &= rest - 1) {
      places |= 1U << place_of(std::countr_zero(rest));
    }
    if (places != 0b111) allowed &= tables.holding_in(d, places);
  }
  return allowed;
}

constexpr std::size_t row_in_box(int cell) { return static_cast<std::size_t>(cell) / 3; }
constexpr std::size_t column_in_box(int cell) { return static_cast<std::size_t>(cell) % 3; }

/// By set of digits: their bits for the first cell of a box.
constexpr auto kFirstCell = [] {
  std::array<BoxMask, std::size_t{kEveryDigit} + 1> masks{};
  for (std::size_t digits = 0; digits < masks.size(); ++digits) {
    for (int d = 0; d < kSize; ++d) {
      if ((digits >> d & 1) != 0) masks[digits] |= box_bit(d, 0);
    }
  }
  return masks;
}();

}  // namespace

BoxMask mask_of_box(const Candidates& candidates, std::size_t band, std::size_t stack) {
  BoxMask mask = 0;
  for (int cell = 0; cell < kSize; ++cell) {
    const std::size_t row = 3 * band + row_in_box(cell);
    const std::size_t column = 3 * stack + column_in_box(cell);
    mask |= kFirstCell[candidates[kSize * row + column]] << cell;
  }
  return mask;
}

PartitionSet rows_allowed_by(BoxMask mask) { return allowed_by(mask, row_in_box); }

PartitionSet columns_allowed_by(BoxMask mask) { return allowed_by(mask, column_in_box); }

bool are_columns_alike(BoxMask mask, int left, int right) {
  constexpr unsigned kColumn = 0b001'001'001;
  for (int d = 0; d < kSize; ++d) {
    const unsigned cells = cells_of(mask, d);
    if ((cells >> left & kColumn) != (cells >> right & kColumn)) return false;
  }
  return true;
}

void BoxFillings::load(BoxMask mask, const std::vector<Partition>& columns) {
  const PartitionTables& tables = PartitionTables::instance();
  words_ = (columns.size() + 31) / 32;
  list_relations(mask, columns);
  list_apart();
  PartitionSet filled;
  const PartitionSet allowed = rows_allowed_by(mask);
  std::size_t count = 0;
  allowed.for_each([&](Partition rows) {
    if (sets_.size() < (count + 1) * words_) sets_.resize(2 * (count + 1) * words_);
    std::uint32_t* const set = sets_.data() + count * words_;
    const Places& row_of = tables.places(rows);
    const std::array<const std::uint32_t*, 3> apart{&apart_[words_ * tables.triple(rows, 0)],
                                                    &apart_[words_ * tables.triple(rows, 1)],
                                                    &apart_[words_ * tables.triple(rows, 2)]};
    std::uint32_t any = 0;
    for (std::size_t w = 0; w < words_; ++w) {
      std::uint32_t word = apart[0][w] & apart[1][w] & apart[2][w];
      for (std::size_t d = 0; d < kSize; ++d) word &= in_row_[words_ * (3 * d + row_of[d]) + w];
      set[w] = word;
      any |= word;
    }
    if (any == 0) return;
    numbers_[rows] = static_cast<std::uint16_t>(count++);
    filled.insert(rows);
  });
  rows_.assign(filled);
}

void BoxFillings::list_relations(BoxMask mask, const std::vector<Partition>& columns) {
  const PartitionTables& tables = PartitionTables::instance();
  in_column_.assign(words_ * 3 * kSize, 0);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Places& column_of = tables.places(columns[i]);
    for (std::size_t d = 0; d < kSize; ++d) {
      in_column_[words_ * (3 * d + column_of[d]) + i / 32] |= std::uint32_t{1} << i % 32;
    }
  }
  in_row_.assign(words_ * 3 * kSize, 0);
  for (std::size_t d = 0; d < kSize; ++d) {
    const unsigned cells = cells_of(mask, static_cast<int>(d));
    for (std::size_t cell = 0; cell < kSize; ++cell) {
      if ((cells >> cell & 1) == 0) continue;
      const std::uint32_t* const column = &in_column_[words_ * (3 * d + cell % 3)];
      std::uint32_t* const row = &in_row_[words_ * (3 * d + cell / 3)];
      for (std::size_t w = 0; w < words_; ++w) row[w] |= column[w];
    }
  }
}

void BoxFillings::list_apart() {
  apart_.resize(words_ * (std::size_t{kEveryDigit} + 1));
  const auto column = [this](std::size_t d, std::size_t c, std::size_t w) {
    return in_column_[words_ * (3 * d + c) + w];
  };
  for (std::size_t w = 0; w < words_; ++w) {
    std::array<std::array<std::uint32_t, kSize>, kSize> beside{};  // i and k > i in one column
    for (std::size_t i = 0; i < kSize; ++i) {
      for (std::size_t k = i + 1; k < kSize; ++k) {
        for (std::size_t c = 0; c < 3; ++c) beside[i][k] |= column(i, c, w) & column(k, c, w);
      }
    }
    for (std::size_t i = 0; i < kSize; ++i) {
      for (std::size_t j = i + 1; j < kSize; ++j) {
        for (std::size_t k = j + 1; k < kSize; ++k) {
          const std::size_t triple =
              std::size_t{1} << i | std::size_t{1} << j | std::size_t{1} << k;
          apart_[words_ * triple + w] = ~(beside[i][j] | beside[i][k] | beside[j][k]);
        }
      }
    }
  }
}

}  // namespace sudoku::bandjoin
