#include "harness/dataset/dataset_reader.h"

#include <array>
#include <exception>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "harness/base/system.h"
#include "harness/base/units.h"
#include "harness/dataset/line_reader.h"
#include "harness/dataset/puzzle_format.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {

class DatasetReader::Reading {
 public:
  Reading(TextSource& text, const ReadOptions& options)
      : text_(text),
        lines_(text_),
        layout_(detect_layout(lines_, options)),
        format_(make_format(options)),
        head_(position()),
        skip_invalid_(options.skip_invalid),
        on_defect_(options.on_defect) {}

  bool read(PuzzleBlock& block, std::size_t max_puzzles) {
    block.first_index = accepted_;
    block.puzzles.clear();
    if (block.puzzles.shape() != shape()) block.puzzles = BoardList(shape());
    block.lines.clear();
    block.expectations.clear();
    if (!failure_ && !is_interrupted_) fill(block, max_puzzles);
    if (failure_ && block.puzzles.empty()) std::rethrow_exception(failure_);
    accepted_ += block.puzzles.size();
    return !block.puzzles.empty();
  }

  void go_to(TextPosition begin, std::uint64_t end, std::uint64_t uncounted) {
    if (begin.byte < head_.byte) begin = head_;
    uncounted_bytes_ = uncounted;
    text_.go_to(begin.byte, end);
    lines_.restart(begin.byte, begin.line);
  }

  const Layout& layout() const { return layout_; }
  const Shape& shape() const { return layout_.notation.shape; }
  /// Returns the position after the header.
  TextPosition head() const { return head_; }
  TextPosition position() const { return {lines_.byte_count(), lines_.line_count()}; }
  bool has_failed() const { return failure_ != nullptr; }
  std::uint64_t rejected() const { return rejected_; }

 private:
  std::unique_ptr<PuzzleFormat> make_format(const ReadOptions& options) {
    const std::string& path = text_.file().path();
    if (layout_.format == DatasetFormat::csv) {
      auto format = make_csv_format(lines_, path, options, layout_.notation);
      check_letters();
      return format;
    }
    if (!options.column.empty() || !options.expect_column.empty()) {
      throw InputError(path, "--column and --expect-column need CSV with a header");
    }
    const Notation& notation = layout_.notation;
    check_letters();
    if (layout_.format == DatasetFormat::solo) return make_solo_format(lines_, notation.shape);
    const bool is_in_rows = layout_.format == DatasetFormat::grid || layout_.is_in_rows;
    if (layout_.format != DatasetFormat::line && is_in_rows) {
      return make_grid_format(lines_, notation);
    }
    return is_classic(notation) ? make_line_format(lines_)
                                : make_board_line_format(lines_, notation);
  }

  void check_letters() const {
    constexpr std::size_t kLetters = 26;
    const Notation& notation = layout_.notation;
    if (notation.first != FirstSymbol::letter || notation.shape.side() <= kLetters) return;
    throw InputError(text_.file().path(),
                     fmt::format("--symbols A: {} boards have {} digits, more than {} letters",
                                 size_of(notation.shape), notation.shape.side(), kLetters));
  }

  /// Keeps an error until `read` has returned the puzzles before it.
  void fill(PuzzleBlock& block, std::size_t max_puzzles) {
    try {
      while (const auto defect = format_->read(block, max_puzzles)) {
        if (!skip_invalid_) fail(*defect);
        ++rejected_;
        if (on_defect_) on_defect_(*defect);
      }
    } catch (const Interrupted&) {
      is_interrupted_ = true;
    } catch (const InputError&) {
      failure_ = std::current_exception();
    }
  }

  [[noreturn]] void fail(const Defect& defect) {
    Position position = defect.position;
    if (uncounted_bytes_ != 0) position.line += sudoku::count_lines(text_, uncounted_bytes_);
    throw InputError(text_.file().path(), position, defect.what);
  }

  TextSource& text_;
  LineReader lines_;
  Layout layout_;
  std::unique_ptr<PuzzleFormat> format_;
  TextPosition head_;
  bool skip_invalid_;
  std::function<void(const Defect&)> on_defect_;
  std::exception_ptr failure_;
  bool is_interrupted_ = false;
  std::uint64_t uncounted_bytes_ = 0;  // bytes whose lines are missing in line numbers
  std::uint64_t accepted_ = 0;
  std::uint64_t rejected_ = 0;
};

std::string_view to_string(DatasetFormat format) {
  constexpr std::array<std::string_view, 6> kNames = {"auto", "line",     "csv",
                                                      "grid", "integers", "solo"};
  return kNames[static_cast<std::size_t>(format)];
}

DatasetReader::DatasetReader(std::string path, const ReadOptions& options)
    : text_(std::make_unique<TextSource>(std::move(path))),
      options_(options),
      reading_(std::make_unique<Reading>(*text_, options_)) {}
DatasetReader::~DatasetReader() = default;
DatasetReader::DatasetReader(DatasetReader&&) noexcept = default;
DatasetReader& DatasetReader::operator=(DatasetReader&&) noexcept = default;

bool DatasetReader::read(PuzzleBlock& block, std::size_t max_puzzles) {
  return reading_->read(block, max_puzzles);
}
void DatasetReader::rewind() {
  text_->go_to(0);
  reading_ = std::make_unique<Reading>(*text_, options_);
}
TextRange DatasetReader::find_shard(Shard shard) {
  return shard_of_text(*text_, reading_->head(), shard);
}
std::uint64_t DatasetReader::count_lines(std::uint64_t bytes) {
  return sudoku::count_lines(*text_, bytes);
}
DatasetFormat DatasetReader::format() const { return reading_->layout().format; }
const Shape& DatasetReader::shape() const { return reading_->shape(); }
bool DatasetReader::has_puzzle_per_line() const {
  const Layout& layout = reading_->layout();
  if (layout.format == DatasetFormat::integers) return !layout.is_in_rows;
  return layout.format != DatasetFormat::grid;
}
TextPosition DatasetReader::position() const { return reading_->position(); }
void DatasetReader::go_to(TextPosition begin, std::uint64_t end, std::uint64_t uncounted) {
  reading_->go_to(begin, end, uncounted);
}
bool DatasetReader::has_failed() const { return reading_->has_failed(); }
std::uint64_t DatasetReader::rejected() const { return reading_->rejected(); }

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
  return reader;
}

std::string describe_skipped(const std::string& path, std::uint64_t lines) {
  return fmt::format("{}: {} skipped", path, number_of(lines, "invalid line"));
}

void require_puzzle(DatasetReader& reader) {
  PuzzleBlock first;
  if (!reader.read(first, 1)) {
    if (interrupted()) throw Interrupted();
    throw InputError(reader.file().path(), "contains no puzzles");
  }
  reader.rewind();
}

}  // namespace sudoku
