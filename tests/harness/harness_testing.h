#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <utility>

#include "engines/engine.h"
#include "harness/measure/runner.h"
#include "harness/measure/stopwatch.h"
#include "tests/engines/engine_testing.h"

// Helpers for the tests of the harness.

namespace sudoku {

/// A minimal puzzle, its only solution, and a puzzle with five solutions.
inline const Grid kUnique =
    grid_of("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
inline const Grid kSolution =
    grid_of("812753649943682175675491283154237896369845721287169534521974368438526917796318452");
inline const Grid kFive =
    grid_of(".7..8..239.....4.8.83...59..1..3..56.9..5.2..3....9.8.72...8...1..276..98..395...");

/// A temporary directory. The destructor deletes it.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string name = (std::filesystem::temp_directory_path() / "sudoku-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot create " + name);
    path_ = name;
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(std::string_view name) const { return path_ / name; }

  /// Returns the sorted names in the directory.
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) {
      names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

 private:
  std::filesystem::path path_;
};

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Writes a file. Creates its parent directories.
inline void write_file(const std::filesystem::path& path, std::string_view text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

inline std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (auto end = text.find(separator); end != text.npos; end = text.find(separator, begin)) {
    parts.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  if (begin < text.size()) parts.emplace_back(text.substr(begin));
  return parts;
}

/// Returns the message of the exception `Error` that `action` throws, or an empty text.
template <typename Error, typename Action>
std::string message_of(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

/// Returns a different puzzle for each number. They are not meant to be solved.
inline Grid numbered_puzzle(std::uint64_t number) {
  Grid puzzle;
  for (int cell = 0; cell < 20; ++cell, number /= 10) {
    puzzle[cell] = static_cast<std::uint8_t>(number % 10);
  }
  return puzzle;
}

/// A clock that only tests advance. Each thread has its own time.
class FakeStopwatch : public Stopwatch {
 public:
  std::int64_t wall_ns() override { return wall_ns_; }
  std::int64_t thread_cpu_ns() override { return cpu_ns_; }
  std::int64_t involuntary_switches() override { return switches_; }
  SystemCounters system_counters() override { return counters_; }
  EventReading events() override { return events_; }
  std::string events_unavailable_reason() override { return {}; }
  EnergyReading energy() override { return energy_; }

  static void advance(std::int64_t wall_ns, std::int64_t cpu_ns) {
    wall_ns_ += wall_ns;
    cpu_ns_ += cpu_ns;
  }
  static void switch_away(std::int64_t times) { switches_ += times; }
  static SystemCounters& counters() { return counters_; }
  /// Both are unknown at first.
  static EventReading& event_reading() { return events_; }
  static EnergyReading& energy_reading() { return energy_; }

 private:
  static inline thread_local std::int64_t wall_ns_ = 1'000'000;
  static inline thread_local std::int64_t cpu_ns_ = 5'000;
  static inline thread_local std::int64_t switches_ = 3;
  static inline thread_local SystemCounters counters_;
  static inline thread_local EventReading events_;
  static inline thread_local EnergyReading energy_;
};

/// An engine that calls a function of the test.
class FunctionEngine : public Engine {
 public:
  using Solve =
      std::function<void(const Boards&, const SolveLimits&, const Answers&, SolutionSink*)>;

  explicit FunctionEngine(Solve solve) : solve_(std::move(solve)) {}
  void solve(const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
             SolutionSink* sink) override {
    solve_(puzzles, limits, answers, sink);
  }

 private:
  Solve solve_;
};

/// An engine with results from a test. It lists the real solutions.
class FakeEngine final : public FunctionEngine {
 public:
  using Answer = std::function<void(const Grid&, const SolveLimits&, GridAnswer&)>;

  explicit FakeEngine(const Answer& make_answer)
      : FunctionEngine([=](const Boards& puzzles, const SolveLimits& limits, const Answers& answers,
                           SolutionSink* sink) {
          if (sink != nullptr) {
            find_engine("dlx")->make({})->solve(puzzles, limits, answers, sink);
            return;
          }
          for (std::size_t i = 0; i < puzzles.size(); ++i) {
            GridAnswer answer;
            make_answer(as_grid(puzzles[i]), limits, answer);
            give(answer, i, answers);
          }
        }) {}
};

inline Solver fake_solver(std::string id, FakeEngine::Answer answer) {
  return {std::move(id), [answer] { return std::make_unique<FakeEngine>(answer); }, false, 1};
}

/// Returns an in-process executor for the engine that `make` creates.
inline std::unique_ptr<Executor> executor_of(Solver::MakeEngine make) {
  static SystemStopwatch stopwatch;
  Solver solver;
  solver.make = std::move(make);
  return make_executor(solver, {stopwatch});
}

}  // namespace sudoku
