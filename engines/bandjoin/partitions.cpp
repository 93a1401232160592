#include "engines/bandjoin/partitions.h"

#include <algorithm>
#include <memory>

namespace sudoku::bandjoin {
namespace {

std::size_t code_of(const Places& places) {
  std::size_t code = 0;
  for (std::size_t d = kSize; d > 0; --d) code = 3 * code + places[d - 1];
  return code;
}

Places places_of(std::size_t code) {
  Places places{};
  for (std::uint8_t& place : places) {
    place = static_cast<std::uint8_t>(code % 3);
    code /= 3;
  }
  return places;
}

}  // namespace

const PartitionTables& PartitionTables::instance() {
  static const std::unique_ptr<const PartitionTables> tables(new PartitionTables);
  return *tables;
}

PartitionTables::PartitionTables() {
  list_partitions();
  for (std::size_t p = 0; p < kPartitions; ++p) {
    list_partners(static_cast<Partition>(p));
    list_crossing(static_cast<Partition>(p));
  }
  list_exchanged();
}

void PartitionTables::list_partitions() {
  numbers_.fill(kNone);
  std::size_t count = 0;
  for (std::size_t code = 0; code < kCodes; ++code) {
    const Places places = places_of(code);
    const bool is_even = std::count(places.begin(), places.end(), 0) == 3 &&
                         std::count(places.begin(), places.end(), 1) == 3;
    if (!is_even) continue;
    const auto p = static_cast<Partition>(count++);
    numbers_[code] = p;
    codes_[p] = static_cast<std::uint16_t>(code);
    places_[p] = places;
    for (int d = 0; d < kSize; ++d) {
      const int place = places[static_cast<std::size_t>(d)];
      triples_[p][static_cast<std::size_t>(place)] |= static_cast<DigitMask>(1U << d);
      holding_[static_cast<std::size_t>(d)][static_cast<std::size_t>(place)].insert(p);
      for (int i = 0; i < 3; ++i) {
        as_rows_[p] |= box_bit(d, 3 * place + i);
        as_columns_[p] |= box_bit(d, 3 * i + place);
      }
    }
  }
}

void PartitionTables::list_partners(Partition p) {
  std::size_t count = 0;
  for (std::size_t q = 0; q < kPartitions; ++q) {
    const auto& a = triples_[p];
    const auto& b = triples_[q];
    if (((a[0] & b[0]) | (a[1] & b[1]) | (a[2] & b[2])) != 0) continue;
    Places third{};
    for (std::size_t d = 0; d < kSize; ++d) {
      third[d] = static_cast<std::uint8_t>(3 - places_[p][d] - places_[q][d]);
    }
    partner_ranks_[p][q] = static_cast<std::uint8_t>(count);
    partners_[p][count++] = {static_cast<Partition>(q), number(code_of(third))};
  }
}

void PartitionTables::list_crossing(Partition p) {
  for (std::size_t q = 0; q < kPartitions; ++q) {
    const bool is_crossing = std::all_of(triples_[p].begin(), triples_[p].end(), [&](DigitMask t) {
      return (t & triples_[q][0]) != 0 && (t & triples_[q][1]) != 0 && (t & triples_[q][2]) != 0;
    });
    if (is_crossing) crossing_[p].insert(static_cast<Partition>(q));
  }
}

void PartitionTables::list_exchanged() {
  constexpr std::array<std::uint8_t, kSize> kSameDigits{0, 1, 2, 3, 4, 5, 6, 7, 8};
  constexpr std::array<std::array<std::uint8_t, 3>, 3> kPlaces{{{1, 0, 2}, {0, 2, 1}, {2, 1, 0}}};
  for (std::size_t pair = 0; pair < 3; ++pair) {
    const PartitionMap map(*this, kSameDigits, kPlaces[pair]);
    for (std::size_t p = 0; p < kPartitions; ++p) {
      exchanged_[pair][p] = map(static_cast<Partition>(p));
    }
  }
}

PartitionMap::PartitionMap(const PartitionTables& tables,
                           const std::array<std::uint8_t, kSize>& digits,
                           const std::array<std::uint8_t, 3>& places)
    : tables_(&tables) {
  constexpr std::array<std::uint16_t, kSize> kPowers{1, 3, 9, 27, 81, 243, 729, 2187, 6561};
  // Digit by digit, three times as many codes each.
  const auto fill = [&](auto& images, std::size_t first_digit) {
    std::size_t digit = first_digit;
    for (std::size_t size = 1; size < images.size(); size *= 3, ++digit) {
      for (std::size_t place = 3; place > 0; --place) {
        const std::size_t part = std::size_t{kPowers[digits[digit]]} * places[place - 1];
        for (std::size_t code = 0; code < size; ++code) {
          images[(place - 1) * size + code] = static_cast<std::uint16_t>(images[code] + part);
        }
      }
    }
  };
  fill(low_, 0);
  fill(high_, kLowDigits);
}

}  // namespace sudoku::bandjoin
