// Calls a fuzz target with each file in its arguments, which are files and directories. This
// replays a corpus without libFuzzer, so it works with every compiler.

#include <cstdio>
#include <filesystem>
#include <string>

#include "tests/fuzz/fuzzing.h"

namespace {

std::size_t replay(const std::filesystem::path& path) {
  std::size_t inputs = 0;
  if (std::filesystem::is_directory(path)) {
    for (const auto& entry : std::filesystem::directory_iterator(path)) inputs += replay(entry);
    return inputs;
  }
  const std::string input = sudoku::fuzz::read_file(path);
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
  return 1;
}

}  // namespace

int main(int argc, char* argv[]) {
  std::size_t inputs = 0;
  for (int i = 1; i < argc; ++i) inputs += replay(argv[i]);
  std::fprintf(stderr, "%zu inputs\n", inputs);
  return inputs > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
