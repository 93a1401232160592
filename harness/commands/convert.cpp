#include <cstdio>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "harness/commands/commands.h"
#include "harness/dataset/dataset_reader.h"
#include "harness/dataset/dataset_writer.h"
#include "harness/interrupt.h"
#include "harness/output_file.h"

namespace sudoku {

ExitCode run_convert(const ConvertOptions& options) {
  constexpr std::size_t kPuzzlesAtOnce = 4096;
  DatasetReader reader(options.input, options.read);
  std::optional<PendingFile> file;
  if (!options.out.empty()) {
    file.emplace(options.out, options.force ? OldOutput::replaced : OldOutput::refused);
  }
  const auto write = [&file](const std::string& text) {
    if (file) {
      file->append(text);
    } else {
      write_stdout(text);
    }
  };

  std::string text = format_header(options.form);
  PuzzleBlock block;
  while (!interrupted() && reader.read(block, kPuzzlesAtOnce)) {
    for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
      append_puzzle(options.form, block.puzzles[i],
                    block.expectations.empty() ? Expectation{} : block.expectations[i], text);
    }
    write(text);
    text.clear();
  }
  write(text);
  if (interrupted()) return ExitCode::interrupted;
  if (file) file->complete();
  if (reader.rejected() > 0 && !options.quiet) {
    fmt::print(stderr, "{}: {} bad lines skipped\n", options.input, reader.rejected());
  }
  return ExitCode::ok;
}

}  // namespace sudoku
