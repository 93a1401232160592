#pragma once

#include <memory>
#include <string_view>

#include "harness/base/input_file.h"

namespace sudoku {

/// Returns a source of the decompressed bytes of `file`, or null if it is not compressed. Detects
/// gzip, Zstandard, xz, bzip2 and zip by the first bytes. Concatenated members, frames and streams
/// are one text. `file` must outlive the source. Throws InputError for a zip archive that does not
/// hold exactly one file, and the source throws it for truncated or damaged data.
std::unique_ptr<ByteSource> make_decompressor(InputFile& file);

/// Whether `bytes` begin like compressed data.
bool is_compressed(std::string_view bytes);

}  // namespace sudoku
