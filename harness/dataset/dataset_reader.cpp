#include "harness/dataset/dataset_reader.h"

#include <exception>
#include <string_view>
#include <utility>

#include "harness/base/errors.h"
#include "harness/base/interrupt.h"
#include "harness/base/text_source.h"
#include "harness/dataset/line_reader.h"
#include "harness/dataset/puzzle_format.h"
#include "harness/shard/text_cut.h"

namespace sudoku {

class DatasetReader::Impl {
 public:
  Impl(std::string path, const ReadOptions& options)
      : text_(std::move(path)),
        lines_(text_),
        format_name_(options.format == DatasetFormat::automatic ? detect_format(lines_)
                                                                : options.format),
        format_(make_format(options)),
        skip_invalid_(options.skip_invalid),
        on_defect_(options.on_defect) {}

  bool read(PuzzleBlock& block, std::size_t max_puzzles) {
    block.first_index = accepted_;
    block.puzzles.clear();
    block.lines.clear();
    block.expectations.clear();
    if (!failure_ && !is_interrupted_) fill(block, max_puzzles);
    if (failure_ && block.puzzles.empty()) std::rethrow_exception(failure_);
    accepted_ += block.puzzles.size();
    return !block.puzzles.empty();
  }

  void go_to(TextPosition begin, std::uint64_t end, std::uint64_t uncounted) {
    uncounted_bytes_ = uncounted;
    text_.go_to(begin.byte, end);
    lines_.restart(begin.byte, begin.line);
  }

  DatasetFormat format() const { return format_name_; }
  TextPosition position() const { return {lines_.byte_count(), lines_.line_count()}; }
  bool has_failed() const { return failure_ != nullptr; }
  bool is_compressed() const { return text_.is_compressed(); }
  std::uint64_t rejected() const { return rejected_; }
  std::uint64_t bytes_read() const { return text_.bytes_read(); }
  std::optional<std::uint64_t> byte_size() const { return text_.byte_size(); }

 private:
  std::unique_ptr<PuzzleFormat> make_format(const ReadOptions& options) {
    if (format_name_ == DatasetFormat::csv) return make_csv_format(lines_, text_.path(), options);
    if (!options.column.empty() || !options.expect_column.empty()) {
      throw InputError(text_.path(), "a column can be chosen in CSV with a header only");
    }
    return format_name_ == DatasetFormat::grid ? make_grid_format(lines_)
                                               : make_line_format(lines_);
  }

  /// What goes wrong is kept until the puzzles before it have been handed out.
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

  [[noreturn]] void fail(const Defect& defect) const {
    Position position = defect.position;
    if (uncounted_bytes_ != 0) position.line += count_lines(text_.path(), uncounted_bytes_);
    throw InputError(text_.path(), position, defect.what);
  }

  TextSource text_;
  LineReader lines_;
  DatasetFormat format_name_;
  std::unique_ptr<PuzzleFormat> format_;
  bool skip_invalid_;
  std::function<void(const Defect&)> on_defect_;
  std::exception_ptr failure_;
  bool is_interrupted_ = false;
  std::uint64_t uncounted_bytes_ = 0;  // whose lines are not in the numbers of lines
  std::uint64_t accepted_ = 0;
  std::uint64_t rejected_ = 0;
};

std::string_view to_string(DatasetFormat format) {
  switch (format) {
    case DatasetFormat::automatic:
      return "auto";
    case DatasetFormat::line:
      return "line";
    case DatasetFormat::csv:
      return "csv";
    case DatasetFormat::grid:
      return "grid";
  }
  return {};
}

DatasetReader::DatasetReader(std::string path, const ReadOptions& options)
    : impl_(std::make_unique<Impl>(std::move(path), options)) {}
DatasetReader::~DatasetReader() = default;
DatasetReader::DatasetReader(DatasetReader&&) noexcept = default;
DatasetReader& DatasetReader::operator=(DatasetReader&&) noexcept = default;

bool DatasetReader::read(PuzzleBlock& block, std::size_t max_puzzles) {
  return impl_->read(block, max_puzzles);
}
DatasetFormat DatasetReader::format() const {
  return impl_->format();
}
TextPosition DatasetReader::position() const {
  return impl_->position();
}
void DatasetReader::go_to(TextPosition begin, std::uint64_t end, std::uint64_t uncounted) {
  impl_->go_to(begin, end, uncounted);
}
bool DatasetReader::has_failed() const {
  return impl_->has_failed();
}
bool DatasetReader::is_compressed() const {
  return impl_->is_compressed();
}
std::uint64_t DatasetReader::rejected() const {
  return impl_->rejected();
}
std::uint64_t DatasetReader::bytes_read() const {
  return impl_->bytes_read();
}
std::optional<std::uint64_t> DatasetReader::byte_size() const {
  return impl_->byte_size();
}

}  // namespace sudoku
