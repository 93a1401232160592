#include "harness/bench/roster.h"

#include <map>

#include <fmt/format.h>

#include "engines/registry.h"
#include "harness/base/errors.h"
#include "harness/base/memory_meter.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

/// A run that ends with the first solution asks for that solution; only in such a run engines take
/// part that are stochastic.
bool is_applicable(const Contestant& contestant, std::uint64_t max_solutions) {
  return max_solutions == 1 ? contestant.lists_solutions : contestant.make_by_seed == nullptr;
}

std::string describe_inapplicable(const Contestant& contestant) {
  return contestant.lists_solutions
             ? fmt::format("engine {} is for --max-solutions 1 only", contestant.id)
             : fmt::format("engine {} counts solutions, and --max-solutions 1 asks for one",
                           contestant.id);
}

std::string describe_unavailable(const Contestant& contestant) {
  const EngineInfo* const info = find_engine(contestant.id);
  return info != nullptr ? unavailable_message(*info)
                         : fmt::format("engine {} is unavailable", contestant.id);
}

bool can_be_made(const Contestant& contestant, MemoryMeter& memory) {
  const CountedMemory counted(memory);
  return contestant.make() != nullptr;
}

}  // namespace

void refuse_shape(const std::string& path, const Shape& shape,
                  std::span<const Contestant> contestants) {
  bool is_taken = false;
  for (const Contestant& contestant : contestants) {
    const bool takes = contestant.objection_to(shape).empty();
    is_taken |= takes;
    if (contestant.when_not_taken == WhenNotTaken::error && !takes) {
      throw UsageError(describe_refused_shape(path, shape, contestant.id));
    }
  }
  if (is_taken || contestants.empty()) return;
  throw UsageError(
      fmt::format("{} has boards of {}, which no engine of this run takes", path, size_of(shape)));
}

Roster::Roster(std::span<const Contestant> contestants, std::uint64_t max_solutions) {
  for (const Contestant& contestant : contestants) {
    std::string objection = admit(contestant, max_solutions);
    if (!objection.empty()) objections_.push_back(std::move(objection));
  }
  if (able_.empty()) throw UsageError(fmt::to_string(fmt::join(objections_, "; ")));
  taking_ = able_;
}

/// Has it take part, or says why it cannot.
std::string Roster::admit(const Contestant& contestant, std::uint64_t max_solutions) {
  if (!is_applicable(contestant, max_solutions)) {
    unable_.push_back({contestant.id, Verdict::not_applicable});
    return describe_inapplicable(contestant);
  }
  MemoryMeter shared;
  if (!can_be_made(contestant, shared)) {
    unable_.push_back({contestant.id, Verdict::unavailable});
    return describe_unavailable(contestant);
  }
  able_.push_back(contestant);
  // What is left of a copy that is gone, others will find.
  able_.back().shared_bytes = shared.held_bytes().value_or(0);
  return {};
}

std::vector<std::string> Roster::begin(const std::string& path, const Shape& shape) {
  refuse_shape(path, shape, able_);
  refusing_.clear();
  taking_.clear();
  std::map<std::string, std::vector<std::string>> others;  // by what is against them
  for (const Contestant& contestant : able_) {
    const std::string objection = contestant.objection_to(shape);
    if (objection.empty()) {
      taking_.push_back(contestant);
      continue;
    }
    others[objection].push_back(contestant.id);
    if (contestant.when_not_taken == WhenNotTaken::not_applicable) {
      refusing_.push_back({contestant.id, Verdict::not_applicable});
    }
  }
  std::vector<std::string> sentences;
  for (const auto& [objection, ids] : others) {
    sentences.push_back(fmt::format("{} has boards of {}: without {}, {}", path, size_of(shape),
                                    fmt::join(ids, ", "), objection));
  }
  return sentences;
}

std::vector<Absentee> Roster::absent() const {
  std::vector<Absentee> absent = unable_;
  absent.insert(absent.end(), refusing_.begin(), refusing_.end());
  return absent;
}

}  // namespace sudoku
