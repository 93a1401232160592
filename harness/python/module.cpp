// Defines sudoku_bench._native, the native part of the Python package in scripts/sudoku_bench.
// Boards are arrays of shape (n, cells) of bytes; the package has validated the cells. Shapes are
// strings such as `3x4`.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "engines/grid.h"
#include "engines/registry.h"
#include "engines/rules.h"
#include "harness/base/build_info.h"
#include "harness/base/cpus.h"
#include "harness/base/errors.h"
#include "harness/base/units.h"
#include "harness/base/workers.h"
#include "harness/cli/engine_options.h"
#include "harness/commands/command.h"
#include "harness/commands/generate/generate_options.h"
#include "harness/count/counting.h"
#include "harness/count/counting_engine.h"
#include "harness/generate/puzzle_maker.h"
#include "harness/puzzle/board_kinds.h"
#include "harness/puzzle/canonical_form.h"
#include "harness/puzzle/difficulty.h"
#include "harness/puzzle/shapes.h"
#include "harness/puzzle/solving.h"
#include "harness/python/board_arrays.h"

namespace sudoku {
namespace {

namespace py = pybind11;

// --- Threads -----------------------------------------------------------------------------------

/// Calls `work(stop)` on another thread and waits without the interpreter's lock. `work` must not
/// use Python. If a signal handler raises, sets `stop` and throws that exception once `work` has
/// ended.
template <typename Work>
void run_interruptibly(const Work& work) {
  constexpr std::chrono::milliseconds kPollInterval(50);
  std::atomic<bool> stop{false};
  std::optional<py::error_already_set> raised;
  auto done = std::async(std::launch::async, [&] { work(stop); });
  while (true) {
    {
      const py::gil_scoped_release unlocked;
      if (done.wait_for(kPollInterval) == std::future_status::ready) break;
    }
    if (!raised && PyErr_CheckSignals() != 0) {
      raised.emplace();
      stop = true;
    }
  }
  if (raised) throw py::error_already_set(*raised);
  done.get();
}

/// Consecutive puzzles of a call.
struct Part {
  std::size_t first = 0;
  Boards puzzles{};
};

/// Calls `work(const Part&, Own&, stop)` for parts of the puzzles, on several threads. The call can
/// be interrupted. `make` creates the Own of each thread.
template <typename Own, typename Work>
void run_parts(const Boards& puzzles, unsigned threads, std::function<Own()> make,
               const Work& work) {
  // Small enough for all threads to have some.
  constexpr std::size_t kPartsPerThread = 4;
  const std::size_t largest = puzzles.size() / (kPartsPerThread * threads) + 1;
  run_interruptibly([&](const std::atomic<bool>& stop) {
    std::size_t next = 0;
    BlockSizer sizer;
    const auto take_part = [&](Part& part) {
      const std::size_t size = std::min({sizer.size(), largest, puzzles.size() - next});
      part = {next, puzzles.subspan(next, size)};
      next += size;
      return size != 0 && !stop.load();
    };
    const auto do_part = [&](const Part& part, Own& own) {
      const auto begin = std::chrono::steady_clock::now();
      work(part, own, stop);
      const std::chrono::nanoseconds time = std::chrono::steady_clock::now() - begin;
      sizer.note(part.puzzles.size(), time.count());
    };
    Workers<Own>(threads, make).template run<Part>(take_part, do_part, [](const Part&) {});
  });
}

// --- Engines -----------------------------------------------------------------------------------

unsigned threads_of(std::optional<unsigned> threads) { return threads.value_or(usable_threads()); }

/// Parameters of a call.
struct Call {
  Boards puzzles;
  const EngineInfo* engine;
  std::uint64_t max_solutions;
  unsigned threads;
};

/// Returns the engine of that name, or the fastest one for that limit if `name` is nullopt. Throws
/// UsageError if it is unavailable or does not support the kind.
const EngineInfo& counter_for(const std::optional<std::string>& name, std::uint64_t max_solutions,
                              const BoardKind& kind) {
  const SolveLimits limits{.max_solutions = max_solutions};
  const EngineInfo& info = name ? *engine_named(*name) : fastest_counting_engine(limits, kind);
  if (!info.runs_here()) throw UsageError(unavailable_message(info));
  require_support(info, "the input", kind);
  return info;
}

const EngineInfo& lister_for(const std::optional<std::string>& name, const BoardKind& kind) {
  const EngineInfo& info = counter_for(name, 1, kind);
  if (!has(info.traits, EngineTraits::kCountsOnly)) return info;
  throw UsageError(fmt::format("engine {} counts solutions and does not list them", info.id));
}

/// Throws if the engine did not finish a puzzle. Engines that give up by design have finished.
void require_finished(std::span<const SolveResult> results, const Part& part,
                      const EngineInfo& engine) {
  const auto bad = std::find_if_not(results.begin(), results.end(), is_finished);
  if (bad == results.end()) return;
  throw std::runtime_error(fmt::format("engine {} failed on puzzle {}", engine.id,
                                       part.first + std::size_t(bad - results.begin()) + 1));
}

/// Solves the puzzles of a call. `solve_part(part, engine, limits)` solves a part of them, on any
/// thread, and returns the results.
template <typename SolvePart>
void solve_all(const Call& call, const SolvePart& solve_part) {
  std::atomic<unsigned> pending_parts{0};
  run_parts<std::unique_ptr<Engine>>(
      call.puzzles, call.threads, [&] { return make_counting_engine(*call.engine); },
      [&](const Part& part, const auto& engine, const std::atomic<bool>& stop) {
        const SolveLimits limits{.max_solutions = call.max_solutions,
                                 .stop = &stop,
                                 .threads = std::max(call.threads / ++pending_parts, 1U)};
        const std::vector<SolveResult> results = solve_part(part, *engine, limits);
        --pending_parts;
        if (!stop.load()) require_finished(results, part, *call.engine);
      });
}

/// Returns a solution of each puzzle, or zeros if none was found.
Cells solve_one(const Cells& puzzles, const OptionalCandidates& candidates,
                const std::string& shape_name, const std::optional<std::string>& engine,
                std::optional<unsigned> threads) {
  const Boards boards = puzzles_of(puzzles, candidates, shape_name);
  const Call call{boards, &lister_for(engine, boards.kind()), 1, threads_of(threads)};
  Cells solved = new_boards(boards.size(), boards.shape);
  const std::span<std::uint8_t> all = memory_of(solved);
  const std::size_t cells = boards.shape.cells();
  solve_all(call, [all, cells](const Part& part, Engine& solver, const SolveLimits& limits) {
    const auto solutions = all.subspan(part.first * cells, part.puzzles.cells.size());
    std::vector<SolveResult> results = solve_block(solver, part.puzzles, limits, solutions);
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (results[i].solutions == 0) std::ranges::fill(solutions.subspan(i * cells, cells), 0);
    }
    return results;
  });
  return solved;
}

/// Returns an array of solutions for each puzzle.
std::vector<Cells> solve_many(const Cells& puzzles, const OptionalCandidates& candidates,
                              const std::string& shape_name,
                              const std::optional<std::string>& engine, std::uint64_t max_solutions,
                              std::optional<unsigned> threads) {
  const Boards boards = puzzles_of(puzzles, candidates, shape_name);
  const Call call{boards, &lister_for(engine, boards.kind()), max_solutions, threads_of(threads)};
  refuse_incomplete(call.engine, "supports only max_solutions=1");
  std::vector<std::vector<std::uint8_t>> lists(boards.size());
  solve_all(call, [&lists](const Part& part, Engine& solver, const SolveLimits& limits) {
    SolutionLists sink{std::span(lists).subspan(part.first, part.puzzles.size())};
    return solve_block(solver, part.puzzles, limits, {}, &sink);
  });
  std::vector<Cells> solutions;
  for (std::vector<std::uint8_t>& list : lists) {
    solutions.push_back(new_boards(list.size() / boards.shape.cells(), boards.shape));
    std::ranges::copy(list, solutions.back().mutable_data());
    list = {};
  }
  return solutions;
}

py::int_ to_python(SolutionCount count) {
  const auto low = static_cast<std::uint64_t>(count);
  if (low == count) return low;
  if (count != kMostSolutions) return py::int_(py::str(format_count(count)));
  throw std::overflow_error("the number of solutions of a puzzle does not fit into 128 bits");
}

py::list count(const Cells& puzzles, const OptionalCandidates& candidates,
               const std::string& shape_name, const std::optional<std::string>& engine,
               std::uint64_t max_solutions, std::optional<unsigned> threads) {
  const Boards boards = puzzles_of(puzzles, candidates, shape_name);
  const Call call{boards, &counter_for(engine, max_solutions, boards.kind()), max_solutions,
                  threads_of(threads)};
  refuse_incomplete(call.engine, "does not count");
  std::vector<SolutionCount> counts(boards.size());
  solve_all(call, [&counts](const Part& part, Engine& solver, const SolveLimits& limits) {
    std::vector<SolveResult> results = solve_block(solver, part.puzzles, limits);
    std::ranges::transform(results, &counts[part.first], &SolveResult::solutions);
    return results;
  });
  py::list list(counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i) list[i] = to_python(counts[i]);
  return list;
}

/// Returns a dictionary for each engine.
py::list engines() {
  using namespace py::literals;
  py::list list;
  for (const EngineInfo& info : all_engines()) {
    const bool runs = info.runs_here();
    list.append(py::dict("id"_a = info.id, "summary"_a = info.summary, "available"_a = runs,
                         "obstacle"_a = runs ? std::string_view() : info.obstacle,
                         "package"_a = runs && info.package != nullptr ? info.package() : "",
                         "any_shape"_a = !has(info.traits, EngineTraits::k9x9Only),
                         "counts_only"_a = has(info.traits, EngineTraits::kCountsOnly),
                         "incomplete"_a = has(info.traits, EngineTraits::kIncomplete),
                         "candidates"_a = !has(info.traits, EngineTraits::kNoCandidates)));
  }
  return list;
}

// --- Other functions ---------------------------------------------------------------------------

Cells canonical(const Cells& puzzles, const std::string& shape_name,
                std::optional<unsigned> threads) {
  const Boards boards = boards_of_9x9(puzzles, shape_name, "canonical");
  Cells forms = new_boards(boards.size(), boards.shape);
  const std::span<std::uint8_t> cells = memory_of(forms);
  const auto work = [&](const Part& part, std::monostate, const std::atomic<bool>& stop) {
    for (std::size_t i = 0; i < part.puzzles.size() && !stop.load(); ++i) {
      const Grid form = canonical_form(as_grid(part.puzzles[i]));
      std::ranges::copy(form.cells, cells.subspan((part.first + i) * kCells).begin());
    }
  };
  run_parts<std::monostate>(
      boards, threads_of(threads), [] { return std::monostate(); }, work);
  return forms;
}

/// The tools of a thread that rates puzzles.
struct Rating {
  std::unique_ptr<Engine> solver = uniqueness_engine(k9x9).make({});
  DifficultyRater rater;
};

/// Returns the name of the difficulty of each puzzle, or None without exactly one solution.
py::list difficulty(const Cells& puzzles, const std::string& shape_name,
                    std::optional<unsigned> threads) {
  const Boards boards = boards_of_9x9(puzzles, shape_name, "difficulty");
  std::vector<Difficulty> ratings(boards.size(), Difficulty::any);
  const auto work = [&](const Part& part, Rating& own, const std::atomic<bool>& stop) {
    const SolveLimits limits{.max_solutions = 2, .stop = &stop};
    const std::vector<SolveResult> results = solve_block(*own.solver, part.puzzles, limits);
    for (std::size_t i = 0; i < results.size() && !stop.load(); ++i) {
      if (results[i].solutions != 1 || results[i].outcome != Outcome::exhausted) continue;
      ratings[part.first + i] = own.rater.rate(as_grid(part.puzzles[i]));
    }
  };
  run_parts<Rating>(
      boards, threads_of(threads), [] { return Rating(); }, work);
  py::list names(ratings.size());
  for (std::size_t i = 0; i < ratings.size(); ++i) {
    const bool is_rated = ratings[i] != Difficulty::any;
    const auto name = static_cast<std::size_t>(ratings[i]);
    names[i] = is_rated ? py::object(py::str(kDifficultyNames[name])) : py::none();
  }
  return names;
}

/// Returns the puzzles that `sudoku-bench generate` makes with these arguments.
Cells generate(const std::vector<std::string>& arguments) {
  const GenerateOptions options = generate_options(generate_option_table().parse(arguments));
  const Shape& shape = options.plan.shape;
  std::vector<std::uint8_t> cells;
  run_interruptibly([&](const std::atomic<bool>& stop) {
    make_puzzles_in_parallel(options.plan, {0, options.count}, options.threads, stop,
                             [&](const MadePuzzles& made) {
                               const Boards boards = made.puzzles;
                               cells.insert(cells.end(), boards.cells.begin(), boards.cells.end());
                             });
  });
  Cells puzzles = new_boards(cells.size() / shape.cells(), shape);
  std::ranges::copy(cells, puzzles.mutable_data());
  return puzzles;
}

py::array_t<bool> check(const Cells& puzzles, const OptionalCandidates& candidates,
                        const Cells& solutions, const std::string& shape_name) {
  const Boards asked = puzzles_of(puzzles, candidates, shape_name);
  const Boards given = boards_of(solutions, shape_name);
  if (asked.size() != given.size()) {
    throw UsageError(fmt::format("{} given for {}", number_of(given.size(), "solution"),
                                 number_of(asked.size(), "puzzle")));
  }
  py::array_t<bool> is_right(static_cast<py::ssize_t>(asked.size()));
  for (std::size_t i = 0; i < asked.size(); ++i) {
    is_right.mutable_data()[i] = is_solution_of(given[i], asked[i]);
  }
  return is_right;
}

/// Converts UsageError to ValueError.
void translate(std::exception_ptr thrown) {  // NOLINT(performance-unnecessary-value-param)
  try {
    std::rethrow_exception(std::move(thrown));
  } catch (const UsageError& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  }
}

}  // namespace
}  // namespace sudoku

PYBIND11_MODULE(_native, module) {
  pybind11::register_exception_translator(sudoku::translate);
  module.attr("__version__") = sudoku::build_info().version;
  module.def("side_of", sudoku::side_of);
  module.def("shape_of_cells", sudoku::shape_of_cells);
  module.def("shape_of_text", sudoku::shape_of_text);
  module.def("parse", sudoku::parse);
  module.def("format", sudoku::format);
  module.def("engines", sudoku::engines);
  module.def("solve_one", sudoku::solve_one);
  module.def("solve_many", sudoku::solve_many);
  module.def("count", sudoku::count);
  module.def("canonical", sudoku::canonical);
  module.def("difficulty", sudoku::difficulty);
  module.def("generate", sudoku::generate);
  module.def("check", sudoku::check);
}
