#pragma once

#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace sudoku::solvers {

// The DIMACS format, in which SAT solvers read formulas and write models.

/// The text of a formula.
class DimacsText {
 public:
  explicit DimacsText(int variables) : variables_(variables) {}

  void add(std::span<const int> clause) {
    for (const int literal : clause) clauses_ += std::to_string(literal) + ' ';
    clauses_ += "0\n";
    ++count_;
  }

  /// Returns the first line. The text continues with clauses().
  std::string_view head() {
    head_ = "p cnf " + std::to_string(variables_) + ' ' + std::to_string(count_) + '\n';
    return head_;
  }
  std::string_view clauses() const { return clauses_; }

 private:
  int variables_;
  std::string head_;
  std::string clauses_;
  std::size_t count_ = 0;
};

/// Reads a model from lines `v 1 -2 ...`. The last line ends with 0.
class DimacsModel {
 public:
  enum class Line { incomplete, complete, invalid };

  explicit DimacsModel(int variables) : truths_(static_cast<std::size_t>(variables) + 1) {}

  /// Reads a line without its `v`. Returns whether the model is complete now.
  Line read(std::string_view line) {
    const char* const end = line.data() + line.size();
    for (const char* at = line.data(); at != end;) {
      int literal = 0;
      const auto [next, error] = std::from_chars(at + 1, end, literal);  // after a blank
      const auto variable = static_cast<std::size_t>(std::abs(literal));
      if (error != std::errc() || variable >= truths_.size()) return Line::invalid;
      if (literal == 0) return Line::complete;
      truths_[variable] = literal > 0;
      at = next;
    }
    return Line::incomplete;
  }

  bool is_true(int variable) const { return truths_[static_cast<std::size_t>(variable)]; }

 private:
  std::vector<bool> truths_;
};

}  // namespace sudoku::solvers
