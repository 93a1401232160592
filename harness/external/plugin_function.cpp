#include "harness/external/plugin_function.h"

#include <stdexcept>

#include <dlfcn.h>
#include <fmt/format.h>

#include "engines/block_answers.h"
#include "engines/plugin.h"
#include "harness/external/text_engine.h"

namespace sudoku {
namespace {

/// Solves one 9x9 board; see harness/external/README.md. `config` is the number of the plugin.
using TextFunction = std::size_t (*)(const char* puzzle, std::size_t limit, std::uint32_t config,
                                     char* solution, std::size_t* guesses);
/// Solves boards of any shape; see engines/plugin.h.
using BlockFunction = int (*)(const SudokuBlock* block);

constexpr const char* kTextSymbol = "SolveSudoku";
constexpr const char* kBlockSymbol = "SolveSudokuBlock";

std::string version_symbol(const std::string& symbol) { return symbol + "_block_version"; }

PluginFunction text_plugin(TextFunction function, std::uint32_t config) {
  return {BoardForm::text,
          [=](const PluginBoards& boards, std::size_t first, std::size_t, std::uint64_t limit) {
            const std::size_t offset = first * boards.stride;
            boards.counts[first].low = function(
                reinterpret_cast<const char*>(boards.puzzles + offset), limit, config,
                reinterpret_cast<char*>(boards.solutions + offset), &boards.guesses[first]);
          }};
}

/// Returns the `call` of a block function.
auto block_call(BlockFunction function, std::uint32_t config) {
  return
      [=](const PluginBoards& boards, std::size_t first, std::size_t count, std::uint64_t limit) {
        const std::size_t offset = first * boards.stride;
        const SudokuBlock block{boards.shape.box_rows,
                                boards.shape.box_columns,
                                config,
                                count,
                                limit,
                                boards.puzzles + offset,
                                boards.solutions + offset,
                                boards.counts + first,
                                boards.guesses + first,
                                boards.candidates_from(first)};
        boards.statuses[first] = function(&block);
      };
}

/// Returns the `call` of a function of version 1. It refuses the boards that this version did not
/// support.
auto first_version_call(BlockFunction function, std::uint32_t config) {
  return [call = block_call(function, config)](const PluginBoards& boards, std::size_t first,
                                               std::size_t count, std::uint64_t limit) {
    constexpr std::size_t kLargestSide = 36;
    if (boards.shape.is_latin() || boards.shape.side() > kLargestSide) {
      boards.statuses[first] = SUDOKU_SHAPE_NOT_TAKEN;
    } else if (boards.candidates != nullptr) {
      boards.statuses[first] = SUDOKU_CANDIDATES_NOT_TAKEN;
    } else {
      call(boards, first, count, limit);
    }
  };
}

/// The engines that act as plugins. Global, because a C function has no other access to them.
std::unique_ptr<TextEngine> builtin_text;
std::unique_ptr<Engine> builtin_block;

/// A TextFunction that solves with `builtin_text`.
std::size_t solve_builtin_text(const char* puzzle, std::size_t limit, std::uint32_t, char* solution,
                               std::size_t* guesses) {
  const std::size_t max_solutions = limit == std::numeric_limits<std::size_t>::max() ? 0 : limit;
  const SolveResult result = builtin_text->solve({puzzle, kCells}, max_solutions, solution);
  *guesses = result.guesses;
  return static_cast<std::size_t>(result.solutions);
}

/// A BlockFunction that solves with `builtin_block`.
int solve_builtin_block(const SudokuBlock* block) {
  static std::vector<SolveResult> results;
  SolveLimits limits;
  limits.max_solutions = max_solutions_of(*block);
  results.resize(block->puzzle_count);
  answer_block(*builtin_block, *block, limits, results);
  return SUDOKU_SOLVED;
}

/// Returns the address of a symbol; null if there is none.
void* find_symbol(void* library, const std::string& symbol) {
  return ::dlsym(library, symbol.c_str());
}

PluginFunction load_block_plugin(void* library, const std::string& symbol, std::uint32_t version,
                                 std::uint32_t config) {
  void* const found = find_symbol(library, symbol);
  if (found == nullptr) throw std::runtime_error(::dlerror());
  const auto function = reinterpret_cast<BlockFunction>(found);
  if (version == 1) return {BoardForm::cells, first_version_call(function, config)};
  if (version == SUDOKU_BLOCK_VERSION) return {BoardForm::cells, block_call(function, config)};
  throw std::runtime_error(
      fmt::format("{} has version {} of engines/plugin.h, this program supports versions 1 to {}",
                  symbol, version, SUDOKU_BLOCK_VERSION));
}

/// Loads the function `symbol` or, if it is empty, the first of kBlockSymbol and kTextSymbol. A
/// function with a version symbol is a block function.
PluginFunction load_plugin(const std::string& file, const std::string& symbol,
                           std::uint32_t config) {
  using VersionFunction = std::uint32_t (*)();
  void* library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw std::runtime_error(::dlerror());
  const std::string block_symbol = symbol.empty() ? kBlockSymbol : symbol;
  if (void* const version = find_symbol(library, version_symbol(block_symbol))) {
    return load_block_plugin(library, block_symbol, reinterpret_cast<VersionFunction>(version)(),
                             config);
  }
  void* const function = find_symbol(library, symbol.empty() ? kTextSymbol : symbol);
  const bool means_block = symbol == kBlockSymbol || (symbol.empty() && function == nullptr);
  if (means_block && find_symbol(library, kBlockSymbol) != nullptr) {
    throw std::runtime_error(
        fmt::format("exports {} without {}; use SUDOKU_BLOCK_FUNCTION of engines/plugin.h",
                    kBlockSymbol, version_symbol(kBlockSymbol)));
  }
  if (function != nullptr) {
    return text_plugin(reinterpret_cast<TextFunction>(function), config);
  }
  throw std::runtime_error(
      symbol.empty()
          ? fmt::format("exports no function {} or {}; in C++ it has to be extern \"C\" "
                        "(FILE.so:SYMBOL names another one)",
                        kBlockSymbol, kTextSymbol)
          : fmt::format("exports no function {}; in C++ it has to be extern \"C\"", symbol));
}

}  // namespace

std::string_view refusal_of(int status) {
  if (status == SUDOKU_SHAPE_NOT_TAKEN) return "not for boards of that shape";
  if (status == SUDOKU_CANDIDATES_NOT_TAKEN) return "not for candidates";
  return status == SUDOKU_UNAVAILABLE ? "not for this computer" : "";
}

PluginFunction make_plugin_function(const PluginSource& source) {
  switch (source.kind) {
    case PluginKind::library: break;
    case PluginKind::builtin_text:
      builtin_text = std::make_unique<TextEngine>(source.name);
      return text_plugin(solve_builtin_text, 0);
    case PluginKind::builtin_block:
      builtin_block = find_engine(source.name)->make({});
      return {BoardForm::cells, block_call(solve_builtin_block, 0)};
  }
  return load_plugin(source.name, source.symbol, source.config);
}

}  // namespace sudoku
