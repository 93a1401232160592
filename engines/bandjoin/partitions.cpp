#include "engines/bandjoin/partitions.h"

#include <algorithm>
#include <bit>
#include <memory>

namespace sudoku::bandjoin {
namespace {

Places places_of(std::size_t code) {
  Places places{};
  for (std::uint8_t& place : places) {
    place = static_cast<std::uint8_t>(code % 3);
    code /= 3;
  }
  return places;
}

}  // namespace

void PartitionList::assign(const PartitionSet& set) {
  const PartitionTables& tables = PartitionTables::instance();
  set_ = set;
  members_.clear();
  masks_.clear();
  set.for_each([&](Partition p) {
    members_.push_back(p);
    masks_.push_back(tables.mask(p));
  });
}

const PartitionTables& PartitionTables::instance() {
  static const std::unique_ptr<const PartitionTables> tables(new PartitionTables);
  return *tables;
}

PartitionTables::PartitionTables() {
  list_partitions();
  list_holding();
  for (std::size_t p = 0; p < kPartitions; ++p) {
    find_partners(static_cast<Partition>(p));
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
      masks_[p] |= std::uint32_t{1} << (kSize * place + d);
      for (int i = 0; i < 3; ++i) {
        as_rows_[p] |= box_bit(d, 3 * place + i);
        as_columns_[p] |= box_bit(d, 3 * i + place);
      }
    }
  }
}

void PartitionTables::list_holding() {
  for (std::size_t d = 0; d < kSize; ++d) {
    for (std::size_t p = 0; p < kPartitions; ++p) {
      for (unsigned places = 0; places < 8; ++places) {
        if ((places >> places_[p][d] & 1) != 0) {
          holding_in_[d][places].insert(static_cast<Partition>(p));
        }
      }
    }
  }
}

void PartitionTables::find_partners(Partition p) {
  PartitionSet fitting = all_;
  for (std::size_t d = 0; d < kSize; ++d) {
    fitting &= holding_in_[d][0b111U & ~(1U << places_[p][d])];
  }
  std::size_t count = 0;
  fitting.for_each([&](Partition q) {
    partner_ranks_[p][q] = static_cast<std::uint8_t>(count);
    partners_[p][count++] = {q, third_of(p, q)};
  });
}

std::size_t PartitionTables::list_partners(Partition p, const PartitionList& firsts,
                                           const PartitionSet& seconds,
                                           std::array<Partition, 2>* pairs) const {
  // Without branches on fitting, which would be mispredicted.
  std::size_t count = 0;
  constexpr std::size_t kMaxScanned = 4 * kPartners;  // a mask test is that much cheaper
  if (firsts.size() > kMaxScanned) {
    for (const std::array<Partition, 2>& pair : partners_[p]) {
      pairs[count] = pair;
      const unsigned is_first = firsts.set().has(pair[0]) ? 1 : 0;
      const unsigned is_second = seconds.has(pair[1]) ? 1 : 0;
      count += is_first & is_second;
    }
    return count;
  }
  std::array<Partition, kPartners + 1> fitting;  // the last element is scratch
  std::size_t fitting_count = 0;
  for (std::size_t i = 0; i < firsts.size(); ++i) {
    fitting[fitting_count] = firsts.members()[i];
    fitting_count += (firsts.masks()[i] & masks_[p]) == 0 ? 1 : 0;
  }
  for (std::size_t i = 0; i < fitting_count; ++i) {
    const Partition q = fitting[i];
    const Partition third = third_of(p, q);
    pairs[count] = {q, third};
    count += seconds.has(third) ? 1 : 0;
  }
  return count;
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
  // Each digit triples the number of codes.
  const auto fill = [&](auto& images, std::size_t first_digit) {
    std::size_t digit = first_digit;
    for (std::size_t size = 1; size < images.size(); size *= 3, ++digit) {
      for (std::size_t place = 3; place > 0; --place) {
        const std::size_t part =
            std::size_t{PartitionTables::power(digits[digit])} * places[place - 1];
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
