#pragma once

#include "harness/base/text_source.h"
#include "tests/harness/dataset/read_dataset.h"

namespace sudoku::test {

/// Returns the bytes that a source reads from a file, `piece` bytes at a time.
template <typename Source = TextSource>
std::string contents(const std::string& path, std::size_t piece = 4096) {
  Source source(path);
  std::string all;
  std::string buffer(piece, '\0');
  while (const std::size_t count = source.read(buffer)) all.append(buffer, 0, count);
  return all;
}

/// Returns the error of reading a file with these bytes, without its name; empty if there is none.
inline std::string error_of(std::string_view bytes) {
  const TemporaryFile file(bytes);
  try {
    contents(file.path());
  } catch (const InputError& error) {
    return std::string(error.what()).substr(file.path().size());
  }
  return {};
}

/// Returns compressible text that is longer than the buffers of the decompressors.
inline std::string long_text() {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += std::to_string(i * 7919 % 100'003) + "\n";
  return text;
}

}  // namespace sudoku::test
