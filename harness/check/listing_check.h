#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>

#include "engines/engine.h"

namespace sudoku {

/// Looks at every solution that an engine lists of one puzzle: whether it is one, and unlike all
/// before it, as far as memory is to hold them. The chance that two different ones are taken for
/// equal is below 10^-6.
class ListingCheck final : public SolutionSink {
 public:
  /// Whoever is to have the solutions, too, may be null. Both outlive the check.
  explicit ListingCheck(const Board& puzzle, SolutionSink* next = nullptr)
      : puzzle_(puzzle), next_(next) {}

  void on_solution(std::size_t puzzle, const Board& solution) override;

  std::uint64_t listed() const { return listed_; }
  /// What is wrong with the first solution that should not be there; empty if nothing is.
  const std::string& fault() const { return fault_; }

 private:
  static constexpr std::uint64_t kMostKept = std::uint64_t{1} << 22;

  Board puzzle_;
  SolutionSink* next_;
  std::uint64_t listed_ = 0;
  std::unordered_set<std::uint64_t> seen_;  // hashes
  std::string fault_;
};

/// Has the engine list the solutions of a puzzle that it has answered, but no more than a thousand.
/// Returns what is wrong with them; empty if nothing is, or if the engine had not the time.
std::string find_listing_fault(Engine& engine, const Board& puzzle, const SolveResult& answer,
                               const std::atomic<bool>* stop);

}  // namespace sudoku
