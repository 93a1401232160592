#include "engines/bandjoin/plan.h"

#include <algorithm>
#include <limits>

namespace sudoku::bandjoin {
namespace {

Candidates transposed(const Candidates& cells) {
  Candidates result;
  for (std::size_t row = 0; row < kSize; ++row) {
    for (std::size_t column = 0; column < kSize; ++column) {
      result[column * kSize + row] = cells[row * kSize + column];
    }
  }
  return result;
}

}  // namespace

bool Plan::load(const Candidates& given) {
  given_ = given;
  return find_candidates(given, candidates_) && load_bands();
}

bool Plan::load_transposed(const Plan& other) {
  given_ = transposed(other.given_);
  candidates_ = transposed(other.candidates_);
  return load_bands();
}

bool Plan::load_bands() {
  symmetries_.clear();
  for (std::vector<Orbit>& orbits : orbits_) orbits.clear();
  for (std::size_t band = 0; band < 3; ++band) {
    bands_[band].load(given_, candidates_, band);
  }
  for (std::size_t stack = 0; stack < 3; ++stack) {
    stacks_[stack].load({bands_[0].open_columns(stack), bands_[1].open_columns(stack),
                         bands_[2].open_columns(stack)});
    if (stacks_[stack].triples().empty()) return false;
  }
  find_free_columns();
  return true;
}

unsigned Plan::exchanges_of(std::size_t stack) const {
  const auto& is_free = free_columns_[stack];
  const auto count = std::count(is_free.begin(), is_free.end(), true);
  return count == 3 ? 6 : count == 2 ? 2 : 1;
}

void Plan::find_free_columns() {
  const auto are_alike = [this](std::size_t left, std::size_t right) {
    for (std::size_t row = 0; row < kCells; row += kSize) {
      if (given_[row + left] != given_[row + right]) return false;
    }
    return true;
  };
  for (std::size_t stack = 0; stack < 3; ++stack) {
    const std::size_t first = 3 * stack;
    const bool are_01 = are_alike(first, first + 1);
    const bool are_12 = are_alike(first + 1, first + 2);
    const bool are_02 = are_alike(first, first + 2);
    free_columns_[stack] = {are_01 || are_02, are_01 || are_12, are_12 || are_02};
  }
}

void Plan::copy(const Plan& other) {
  load(other.given_);
  roles_ = other.roles_;
  orbits_ = other.orbits_;
}

template <typename WorkOf>
double Plan::choose_by(WorkOf&& work_of) {
  double least = -1;
  std::array<std::size_t, 3> stacks{0, 1, 2};
  do {
    std::array<std::size_t, 3> bands{0, 1, 2};
    do {
      const Roles roles{stacks, bands};
      const double cost = work_of(roles);
      if (least >= 0 && cost >= least) continue;
      least = cost;
      roles_ = roles;
    } while (std::next_permutation(bands.begin(), bands.end()));
  } while (std::next_permutation(stacks.begin(), stacks.end()));
  return least;
}

double Plan::choose() {
  return choose_by([this](const Roles& roles) {
    const auto [outer, second, third] = roles.stacks;
    return work(roles, static_cast<double>(stack(outer).triples().size()),
                static_cast<double>(stack(second).used(roles.bands[0]).size()));
  });
}

double Plan::work_with_symmetries(StopCondition& stop) {
  const auto [outer, second, third] = roles_.stacks;
  const auto orbits = static_cast<double>(find_orbits_of(outer, stop).size());
  return work(roles_, orbits, mean_shares(outer, second, roles_.bands[0]));
}

double Plan::choose_with_symmetries(StopCondition& stop) {
  // By outer stack, second stack and band a: number of partitions a to count.
  std::array<std::array<std::array<double, 3>, 3>, 3> shares{};
  for (std::size_t outer = 0; outer < 3; ++outer) {
    if (is_image_of_another(outer)) continue;
    find_orbits_of(outer, stop);
    for (const std::size_t second : {(outer + 1) % 3, (outer + 2) % 3}) {
      for (std::size_t a = 0; a < 3 && !stop.is_met(); ++a) {
        shares[outer][second][a] = mean_shares(outer, second, a);
      }
    }
  }
  return choose_by([&](const Roles& roles) {
    const auto [outer, second, third] = roles.stacks;
    const std::vector<Orbit>& orbits = orbits_[outer];
    if (orbits.empty()) return std::numeric_limits<double>::infinity();
    return work(roles, static_cast<double>(orbits.size()), shares[outer][second][roles.bands[0]]);
  });
}

/// Returns whether a symmetry maps the stack to one with known orbits, which has the same work.
bool Plan::is_image_of_another(std::size_t stack) const {
  return orbits_[stack].empty() &&
         std::any_of(symmetries_.begin(), symmetries_.end(), [&](const Symmetry& symmetry) {
           return !orbits_[symmetry.image_of_stack(stack)].empty();
         });
}

const std::vector<Orbit>& Plan::find_orbits_of(std::size_t stack, StopCondition& stop) {
  if (orbits_[stack].empty()) {
    orbits_[stack] = find_orbits(stacks_[stack], stack, symmetries_, stop);
  }
  return orbits_[stack];
}

/// Returns the mean number of partitions of band a to count in the second stack, over a sample of
/// the orbits of the outer stack.
double Plan::mean_shares(std::size_t outer, std::size_t second, std::size_t a) {
  constexpr std::size_t kSample = 8;
  const std::vector<Orbit>& orbits = orbits_[outer];
  const std::size_t step = std::max<std::size_t>(orbits.size() / kSample, 1);
  double left = 0;
  double sampled = 0;
  for (std::size_t i = 0; i < orbits.size(); i += step) {
    shares_.find(orbits[i], stack(second), second, a);
    left += static_cast<double>(shares_.representatives());
    ++sampled;
  }
  return sampled > 0 ? left / sampled : 0;
}

/// Returns the work of these roles for `outer_count` triples and `second_count` partitions a per
/// triple.
double Plan::work(const Roles& roles, double outer_count, double second_count) const {
  const auto [outer, second, third] = roles.stacks;
  const auto [a, b, c] = roles.bands;
  const auto used = [this](std::size_t stack, std::size_t band) {
    return static_cast<double>(stacks_[stack].used(band).size());
  };
  const auto triples = [this](std::size_t stack) {
    return static_cast<double>(stacks_[stack].triples().size());
  };
  const double share = exchanges_of(third);
  const double lanes = triples(second) / used(second, a);
  const double vectors = lanes > 29 ? 2 : 1;
  const double a_partition = (triples(third) * vectors * 1.5 + used(third, b) * 12) / share +
                             lanes * (used(third, b) + used(third, c)) * 0.2 + 100;
  const double tables = used(second, b) * used(third, b) + used(second, c) * used(third, c);
  return outer_count * (second_count * a_partition + tables);
}

}  // namespace sudoku::bandjoin
