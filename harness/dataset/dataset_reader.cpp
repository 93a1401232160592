#include "harness/dataset/dataset_reader.h"

#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "harness/base/system.h"
#include "harness/base/units.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {

std::string_view to_string(DatasetFormat format) {
  constexpr std::array<std::string_view, 6> kNames = {"auto", "line",     "csv",
                                                      "grid", "integers", "solo"};
  return kNames[static_cast<std::size_t>(format)];
}

DatasetReader::DatasetReader(std::string path, const ReadOptions& options)
    : DatasetReader(std::make_shared<TextSource>(std::move(path)), options) {}

DatasetReader::DatasetReader(std::shared_ptr<TextSource> text, const ReadOptions& options)
    : text_(std::move(text)),
      options_(options),
      lines_(std::make_unique<LineReader>(*text_)),
      layout_(detect_layout(*lines_, options)),
      format_(make_format()),
      head_(position()) {}

std::unique_ptr<PuzzleFormat> DatasetReader::make_format() {
  constexpr std::size_t kLetters = 26;
  const bool is_csv = layout_.format == DatasetFormat::csv;
  const Notation& notation = layout_.notation;
  std::unique_ptr<PuzzleFormat> format;
  if (is_csv) format = make_csv_format(*lines_, file().path(), options_, layout_.notation);
  if (!is_csv && !(options_.column.empty() && options_.expect_column.empty())) {
    throw InputError(file().path(), "--column and --expect-column need CSV with a header");
  }
  if (notation.first == FirstSymbol::letter && shape().side() > kLetters) {
    throw InputError(file().path(),
                     fmt::format("--symbols A: {} boards have {} digits, more than {} letters",
                                 size_of(shape()), shape().side(), kLetters));
  }
  if (format) return format;
  if (layout_.format == DatasetFormat::solo) return make_solo_format(*lines_, notation);
  if (layout_.is_in_rows) return make_grid_format(*lines_, notation);
  return make_line_format(*lines_, notation);
}

void DatasetReader::rewind() {
  text_->go_to(0);
  *this = DatasetReader(text_, options_);
}

bool DatasetReader::read(PuzzleBlock& block, std::size_t max_puzzles) {
  block.first_index = accepted_;
  block.puzzles.clear();
  if (block.puzzles.shape() != shape()) block.puzzles = BoardList(shape());
  block.lines.clear();
  block.expectations.clear();
  try {
    while (!failure_ && !is_interrupted_) {
      const auto defect = format_->read(block, max_puzzles);
      if (!defect) break;
      skip(*defect);
    }
  } catch (const Interrupted&) {
    is_interrupted_ = true;
  } catch (const InputError&) {
    failure_ = std::current_exception();
  }
  if (failure_ && block.puzzles.empty()) std::rethrow_exception(failure_);
  accepted_ += block.puzzles.size();
  if (accepted_ == 0) require_accepted();
  return !block.puzzles.empty();
}

/// At the end of the data.
void DatasetReader::require_accepted() const {
  if (is_part_ || is_interrupted_ || (rejected_ == 0 && options_.may_be_empty)) return;
  const std::string what = rejected_ == 0 ? "contains no puzzles"
                                          : fmt::format("contains no valid puzzle; {} skipped",
                                                        number_of(rejected_, "invalid line"));
  throw InputError(reasons_, {file().path(), what});
}

void DatasetReader::skip(const Defect& defect) {
  if (!options_.skip_invalid) {
    Position position = defect.position;
    if (uncounted_bytes_ != 0) position.line += count_lines(uncounted_bytes_);
    throw InputError(file().path(), position, defect.what);
  }
  constexpr std::uint64_t kMostReasons = 3;
  if (++rejected_ <= kMostReasons) {
    reasons_.emplace_back(file().path(), defect.position, defect.what);
  }
  if (options_.on_defect) options_.on_defect(defect);
}

void DatasetReader::go_to(TextPosition begin, std::uint64_t end, std::uint64_t uncounted) {
  if (begin.byte < head_.byte) begin = head_;
  uncounted_bytes_ = uncounted;
  is_part_ = true;
  text_->go_to(begin.byte, end);
  lines_->restart(begin.byte, begin.line);
}

bool is_read_once(const std::string& path) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  return path == "-" || std::filesystem::is_fifo(status) || std::filesystem::is_socket(status) ||
         std::filesystem::is_character_file(status);
}

DatasetReader open_to_cut(const std::string& path, const ReadOptions& options,
                          std::string_view option) {
  if (is_read_once(path)) {
    throw UsageError(fmt::format("{} needs a file that can be read twice, not '{}'", option, path));
  }
  DatasetReader reader(path, options);
  if (!reader.has_puzzle_per_line()) {
    throw UsageError(fmt::format(
        "{} needs one puzzle per line, but puzzles of {} have {} lines; use sudoku-bench convert",
        option, path, reader.shape().side()));
  }
  require_puzzle(reader);
  return reader;
}

std::string describe_skipped(const std::string& path, std::uint64_t lines) {
  return fmt::format("{}: {} skipped", path, number_of(lines, "invalid line"));
}

void require_puzzle(DatasetReader& reader) {
  PuzzleBlock first;
  if (!reader.read(first, 1)) throw Interrupted();
  reader.rewind();
}

}  // namespace sudoku
