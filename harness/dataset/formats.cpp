#include "harness/dataset/formats.h"

#include <array>
#include <cstddef>

namespace sudoku {

const FileFormat& format_of(DatasetFormat format) {
  static constexpr std::array kFormats = {
#define FORMAT(id, name) &formats::id,
#include "harness/dataset/formats.def"
  };
  return *kFormats[static_cast<std::size_t>(format) - 1];
}

std::span<const DatasetFormat> all_formats() {
  static constexpr std::array kFormats = {
#define FORMAT(id, name) DatasetFormat::id,
#include "harness/dataset/formats.def"
  };
  return kFormats;
}

std::span<const FormatName> format_names() {
  static const std::array names = {
#define FORMAT(id, name) FormatName{name, DatasetFormat::id, formats::id.writer},
#define VARIANT(name, id, writer) FormatName{name, DatasetFormat::id, &(writer)},
#include "harness/dataset/formats.def"
  };
  return names;
}

Layout usual_layout(DatasetFormat format, const ReadOptions& options, const Notation& notation) {
  Layout layout{format, format_of(format).is_in_rows, options.shape.has_value(), notation};
  if (options.shape) layout.notation.shape = *options.shape;
  if (options.symbols != FirstSymbol::automatic) layout.notation.first = options.symbols;
  return layout;
}

bool allow_classic(const ReadOptions& options) {
  return (!options.shape || *options.shape == k9x9) &&
         (options.symbols == FirstSymbol::automatic || options.symbols == FirstSymbol::one);
}

}  // namespace sudoku
