#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace sudoku {

/// A line on standard error that tells how far a run is, rewritten a few times a second by a thread
/// of its own and taken away at the end. Members may be called from any thread.
class Progress {
 public:
  virtual ~Progress() = default;
  /// A pass over a dataset begins.
  virtual void begin(const std::string& dataset) = 0;
  virtual void set_engine(const std::string& id) = 0;
  /// So many puzzles of the pass are done; `fraction` of it, where that is known.
  virtual void set_done(std::uint64_t puzzles, std::optional<double> fraction) = 0;
};

std::unique_ptr<Progress> make_progress_line();

/// One that shows nothing.
std::unique_ptr<Progress> make_silent_progress();

/// `1h02m`, `3m05s` or `12s`.
std::string format_seconds(double seconds);

}  // namespace sudoku
