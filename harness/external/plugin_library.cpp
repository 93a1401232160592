#include "harness/external/plugin_library.h"

#include <stdexcept>

#include <dlfcn.h>
#include <fmt/format.h>

namespace sudoku {
namespace {

constexpr const char* kTextSymbol = "SolveSudoku";
constexpr const char* kBlockSymbol = "SolveSudokuBlock";

std::string version_symbol(const std::string& symbol) {
  return symbol + "_block_version";
}

void* find(void* library, const std::string& symbol) {
  void* function = ::dlsym(library, symbol.c_str());
  if (function == nullptr) throw std::runtime_error(::dlerror());
  return function;
}

bool has(void* library, const std::string& symbol) {
  return ::dlsym(library, symbol.c_str()) != nullptr;
}

BlockFunction block_function(void* library, const std::string& symbol) {
  void* function = find(library, symbol);
  using VersionFunction = std::uint32_t (*)();
  const std::uint32_t version =
      reinterpret_cast<VersionFunction>(find(library, version_symbol(symbol)))();
  if (version != SUDOKU_BLOCK_VERSION) {
    throw std::runtime_error(
        fmt::format("{} is of version {} of engines/plugin.h, this program has version {}", symbol,
                    version, SUDOKU_BLOCK_VERSION));
  }
  return reinterpret_cast<BlockFunction>(function);
}

}  // namespace

PluginFunction load_plugin(const std::string& file, const std::string& symbol) {
  void* library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw std::runtime_error(::dlerror());
  const std::string block_symbol = symbol.empty() ? kBlockSymbol : symbol;
  if (has(library, version_symbol(block_symbol))) {
    return {.block = block_function(library, block_symbol)};
  }
  const bool is_block_meant =
      symbol == kBlockSymbol || (symbol.empty() && !has(library, kTextSymbol));
  if (is_block_meant && has(library, kBlockSymbol)) {
    throw std::runtime_error(
        fmt::format("{} is there without {}, which engines/plugin.h puts beside it", kBlockSymbol,
                    version_symbol(kBlockSymbol)));
  }
  const std::string text_symbol = symbol.empty() ? kTextSymbol : symbol;
  if (has(library, text_symbol)) {
    return {.text = reinterpret_cast<TextFunction>(find(library, text_symbol))};
  }
  const std::string sought =
      symbol.empty() ? fmt::format("{} or {}", kBlockSymbol, kTextSymbol) : symbol;
  throw std::runtime_error(fmt::format("exports no function {}{}; in C++ it has to be extern \"C\"",
                                       sought,
                                       symbol.empty() ? " (FILE.so:SYMBOL names another)" : ""));
}

}  // namespace sudoku
