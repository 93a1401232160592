#pragma once

#include <map>

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "harness/commands/bench/bench.h"
#include "harness/commands/command.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

// A run of bench with engines of the test, a fake clock and captured output.

namespace sudoku {

/// Returns a solver that supports one shape, and is skipped for others.
inline Solver only_for(const std::string& id, const Shape& shape) {
  Solver solver{id, [] { return find_engine("naive")->make({}); }};
  solver.unsupported_reason = [shape](const BoardKind& other) {
    return std::string(other == shape ? "" : "for others only");
  };
  solver.when_unsupported = WhenUnsupported::not_applicable;
  return solver;
}

using Row = std::map<std::string, std::string>;
using Texts = std::vector<std::string>;

inline const std::string kUniqueLine = format_line(kUnique) + '\n';
inline const std::string kManyLine =  // 295 solutions
    "8..........36......7..9.2...8...7.......457.....1...3...1....68..85...1..9....4..\n";
inline const std::string kFiveLine = format_line(kFive) + '\n';
inline const std::string kThree = kUniqueLine + kManyLine + kFiveLine;

/// Returns that many lines of the same puzzle.
inline std::string lines_of(const std::string& line, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += line;
  return text;
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

/// Redirects a descriptor of the process to a file during its lifetime.
class Captured {
 public:
  explicit Captured(int descriptor) : descriptor_(descriptor), original_(::dup(descriptor)) {
    const int file = ::open((directory_ / "text").c_str(), O_WRONLY | O_CREAT, 0600);
    ::dup2(file, descriptor_);
    ::close(file);
  }
  ~Captured() {
    ::dup2(original_, descriptor_);
    ::close(original_);
  }
  Captured(const Captured&) = delete;
  Captured& operator=(const Captured&) = delete;

  std::string text() const { return read_file(directory_ / "text"); }

 private:
  TemporaryDirectory directory_;
  int descriptor_;
  int original_;
};

/// Returns `engine:verdict` of each row.
inline Texts verdicts(const std::vector<Row>& rows) {
  Texts verdicts;
  for (const Row& row : rows) verdicts.push_back(row.at("engine") + ':' + row.at("verdict"));
  return verdicts;
}

using Tamper = std::function<void(const Grid&, GridAnswer&)>;

/// Returns an engine that finds the correct answers and passes them to `tamper`. Every call takes
/// the given time of the fake clock.
inline Solver solver(const std::string& id, const Tamper& tamper, std::int64_t wall_ns = 1000,
                     std::int64_t cpu_ns = 0) {
  return {id,
          [=] {
            const std::shared_ptr<Engine> engine = find_engine("dlx")->make({});
            return std::make_unique<FakeEngine>(
                [=](const Grid& puzzle, const SolveLimits& limits, GridAnswer& result) {
                  FakeStopwatch::advance(wall_ns, cpu_ns == 0 ? wall_ns : cpu_ns);
                  result = solve_one(*engine, puzzle, limits);
                  tamper(puzzle, result);
                });
          },
          false, 1};
}

inline void do_nothing(const Grid&, GridAnswer&) {}

inline Solver honest(const std::string& id, std::int64_t wall_ns = 1000) {
  return solver(id, do_nothing, wall_ns);
}

inline Solver missing() {
  return {"missing", [] { return std::unique_ptr<Engine>(); }};
}

/// Returns an engine that only counts.
inline Solver counter() {
  Solver counter = honest("counter");
  counter.lists_solutions = false;
  return counter;
}

/// Returns a stochastic engine that solves with an odd seed and gives up with an even one.
inline Solver lucky() {
  const auto with = [](bool finds) {
    return solver("lucky", [finds](const Grid&, GridAnswer& result) {
      if (finds) return;
      result = {};
      result.outcome = Outcome::gave_up;
    });
  };
  Solver solver = with(false);
  solver.set_seed = [with](Solver& own, std::uint64_t seed) {
    own.make = with(seed % 2 != 0).make;
  };
  return solver;
}

/// A run of the bench command in a temporary directory.
class Bench {
 public:
  /// `line` has options besides those of all tests.
  explicit Bench(std::string line = "") : line_(std::move(line)) {}
  Bench(const std::string& line, const std::string& text) : Bench(line) {
    add_dataset("d.txt", text);
  }

  std::filesystem::path out() const { return directory_ / "out"; }

  void add_dataset(const std::string& name, const std::string& text) {
    write_file(directory_ / name, text);
    datasets.push_back(directory_ / name);
  }

  ExitCode run(const std::vector<Solver>& solvers) {
    std::string line = line_;
    for (const std::string option : {"--max-solutions 0", "--timeout 0s", "--threads 1",
                                     "--warmup 0x", "--progress none", "--engine dlx"}) {
      if (!contains(line, option.substr(0, option.find(' ')))) line += ' ' + option;
    }
    Texts words = split("--out " + out().string() + line, ' ');
    words.insert(words.end(), datasets.begin(), datasets.end());
    BenchOptions options = bench_options(bench_option_table().parse(words));
    options.baseline = baseline;
    const Texts arguments = {"bench", "of", "a", "test"};
    const Captured captured_out(STDOUT_FILENO);
    const Captured captured_err(STDERR_FILENO);
    FakeStopwatch stopwatch;
    ExitCode code{};
    error = message_of<InputError>([&] {
      const auto make = [&](std::span<const BoardKind>) { return solvers; };
      code = run_bench(options, make, stopwatch, arguments);
    });
    standard_output = captured_out.text();
    standard_error = captured_err.text();
    return error.empty() ? code : ExitCode::bad_input;
  }

  /// Returns the rows of a result file without quoted fields, by column.
  std::vector<Row> rows(const std::string& name) const {
    const auto lines = split(read_file(out() / (name + ".csv")), '\n');
    const auto names = split(lines.at(0) + ',', ',');
    std::vector<Row> rows;
    for (std::size_t i = 1; i < lines.size(); ++i) {
      const auto fields = split(lines[i] + ',', ',');
      REQUIRE(fields.size() == names.size());
      Row& row = rows.emplace_back();
      for (std::size_t f = 0; f < fields.size(); ++f) row[names[f]] = fields[f];
    }
    return rows;
  }
  std::vector<Row> runs() const { return rows("runs"); }
  std::vector<Row> summary() const { return rows("summary"); }
  std::vector<Row> puzzles() const { return rows("puzzles"); }
  nlohmann::json context() const {
    return nlohmann::json::parse(read_file(out() / "context.json"));
  }

  std::string baseline;
  Texts datasets;
  std::string error;  // of an InputError
  std::string standard_output;
  std::string standard_error;

 private:
  std::string line_;
  TemporaryDirectory directory_;
};

/// Checks texts of some columns.
inline void check_row(const Row& row, const Row& expected) {
  for (const auto& [column, text] : expected) {
    INFO(column);
    CHECK(row.at(column) == text);
  }
}

}  // namespace sudoku
