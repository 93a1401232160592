#include "harness/dataset_reader.h"

#include <exception>
#include <string_view>
#include <utility>

#include "harness/dataset/byte_source.h"
#include "harness/dataset/line_reader.h"
#include "harness/dataset/puzzle_format.h"
#include "harness/errors.h"

namespace sudoku {

class DatasetReader::Impl {
 public:
  Impl(std::string path, const ReadOptions& options)
      : file_(std::move(path)),
        decompressor_(make_decompressor(file_)),
        lines_(decompressor_ ? *decompressor_ : file_),
        format_(make_format(options)),
        skip_invalid_(options.skip_invalid),
        on_defect_(options.on_defect) {}

  bool read(PuzzleBlock& block, std::size_t max_puzzles) {
    block.first_index = accepted_;
    block.puzzles.clear();
    block.lines.clear();
    block.expectations.clear();
    if (!failure_) fill(block, max_puzzles);
    if (failure_ && block.puzzles.empty()) std::rethrow_exception(failure_);
    accepted_ += block.puzzles.size();
    return !block.puzzles.empty();
  }

  std::uint64_t rejected() const { return rejected_; }
  std::uint64_t bytes_read() const { return file_.bytes_read(); }
  std::optional<std::uint64_t> byte_size() const { return file_.byte_size(); }

 private:
  std::unique_ptr<PuzzleFormat> make_format(const ReadOptions& options) {
    DatasetFormat format = options.format;
    if (format == DatasetFormat::automatic) format = detect_format(lines_);
    if (format == DatasetFormat::csv) return make_csv_format(lines_, file_.path(), options);
    if (!options.column.empty() || !options.expect_column.empty()) {
      throw InputError(file_.path(), "a column can be chosen in CSV with a header only");
    }
    return format == DatasetFormat::grid ? make_grid_format(lines_) : make_line_format(lines_);
  }

  /// What goes wrong is kept until the puzzles before it have been handed out.
  void fill(PuzzleBlock& block, std::size_t max_puzzles) {
    try {
      while (const auto defect = format_->read(block, max_puzzles)) {
        if (!skip_invalid_) throw InputError(file_.path(), defect->position, defect->what);
        ++rejected_;
        if (on_defect_) on_defect_(*defect);
      }
    } catch (const InputError&) {
      failure_ = std::current_exception();
    }
  }

  InputFile file_;
  std::unique_ptr<ByteSource> decompressor_;
  LineReader lines_;
  std::unique_ptr<PuzzleFormat> format_;
  bool skip_invalid_;
  std::function<void(const Defect&)> on_defect_;
  std::exception_ptr failure_;
  std::uint64_t accepted_ = 0;
  std::uint64_t rejected_ = 0;
};

DatasetReader::DatasetReader(std::string path, const ReadOptions& options)
    : impl_(std::make_unique<Impl>(std::move(path), options)) {}
DatasetReader::~DatasetReader() = default;
DatasetReader::DatasetReader(DatasetReader&&) noexcept = default;
DatasetReader& DatasetReader::operator=(DatasetReader&&) noexcept = default;

bool DatasetReader::read(PuzzleBlock& block, std::size_t max_puzzles) {
  return impl_->read(block, max_puzzles);
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
