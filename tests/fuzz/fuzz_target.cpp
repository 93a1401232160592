// The program of one target, the function SUDOKU_FUZZ_TARGET. Without libFuzzer, its arguments are
// files and directories, and it calls the target with each file. This replays a corpus, and works
// with every compiler.

#include "tests/fuzz/fuzzing.h"

namespace sudoku::fuzz {
void SUDOKU_FUZZ_TARGET(std::string_view input);
}  // namespace sudoku::fuzz

#ifdef SUDOKU_BUILD_FUZZERS

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sudoku::fuzz::SUDOKU_FUZZ_TARGET({reinterpret_cast<const char*>(data), size});
  return 0;
}

#else

namespace {

std::size_t replay(const std::filesystem::path& path) {
  std::size_t inputs = 0;
  if (std::filesystem::is_directory(path)) {
    for (const auto& entry : std::filesystem::directory_iterator(path)) inputs += replay(entry);
    return inputs;
  }
  sudoku::fuzz::SUDOKU_FUZZ_TARGET(sudoku::fuzz::read_file(path));
  return 1;
}

}  // namespace

int main(int argc, char* argv[]) {
  std::size_t inputs = 0;
  for (int i = 1; i < argc; ++i) inputs += replay(argv[i]);
  std::fprintf(stderr, "%zu inputs\n", inputs);
  return inputs > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif
