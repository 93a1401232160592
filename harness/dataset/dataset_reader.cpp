#include "harness/dataset/dataset_reader.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engines/rules.h"
#include "harness/base/json.h"
#include "harness/base/memory_source.h"
#include "harness/base/system.h"
#include "harness/base/units.h"
#include "harness/dataset/formats.h"
#include "harness/puzzle/board_kinds.h"
#include "harness/puzzle/owned_boards.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

/// Returns the shape from the file NAME.meta.json, which `generate` writes beside a dataset.
/// Returns nullopt if there is no such file, or if boards of that shape do not have `side` rows.
std::optional<Shape> recorded_shape(const std::string& path, std::size_t side) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(meta_path(path), ignored)) return std::nullopt;
  try {
    const auto& meta = read_json_file(meta_path(path)).object;
    const auto shape = parse_shape(meta.at("shape").get<std::string>());
    return shape && shape->side() == side ? shape : std::nullopt;
  } catch (const InputError&) {
    return std::nullopt;
  } catch (const nlohmann::json::exception&) {  // no shape, or the file of another program
    return std::nullopt;
  }
}

/// Facts about all boards of a file, derived from its first boards.
struct BoardRoles {
  bool have_solutions = false;  ///< every second board is the solution of the board before it
  bool has_regions = false;     ///< some board shows the regions of a jigsaw sudoku
};

/// Whether a board has the number of a region in each cell, instead of digits. Each number occurs
/// as often as in a complete board, and each cell has an adjacent cell with the same number. In
/// a board that obeys the rules, adjacent cells differ. Boards whose first and last row are equal
/// do not count.
bool are_regions(const Board& board) {
  const std::size_t side = board.shape.side();
  std::array<std::size_t, kMaxSide + 1> counts{};
  for (std::size_t i = 0; i < board.cells.size(); ++i) {
    const auto is_same = [&](bool has_other, std::size_t other) {
      return has_other && board[other] == board[i];
    };
    const bool is_in_region = is_same(i % side > 0, i - 1) || is_same(i % side + 1 < side, i + 1) ||
                              is_same(i >= side, i - side) ||
                              is_same(i + side < board.cells.size(), i + side);
    if (!is_in_region) return false;
    ++counts[board[i]];
  }
  const bool are_columns = std::ranges::equal(board.cells.first(side), board.cells.last(side));
  return !are_columns && std::ranges::count(counts, side) == static_cast<std::ptrdiff_t>(side);
}

/// Whether no cell of a board is empty.
bool is_complete(const Board& board) {
  return std::ranges::find(board.cells, 0) == board.cells.end();
}

/// Examines the boards in the memory of `dataset`, without reading more of it. An invalid board and
/// the boards after it count as unknown.
BoardRoles find_roles(const OpenDataset& dataset) {
  constexpr std::size_t kEnoughBoards = 16;
  constexpr std::size_t kEnoughBytes = std::size_t{32} * 1024;
  if (dataset.layout.format == DatasetFormat::csv || dataset.layout.notation.has_candidates)
    return {};
  MemorySource source(dataset.lines.buffered().substr(0, kEnoughBytes));
  LineReader lines(source);
  lines.learn_marks(dataset.layout.is_in_rows);
  Layout layout = dataset.layout;
  PuzzleBlock block;
  block.puzzles = BoardList(layout.notation.shape);
  format_of(layout.format)
      .open({lines, layout, dataset.options, dataset.path})
      ->read(block, kEnoughBoards);
  const std::size_t boards = block.puzzles.size();
  const bool is_last_alone = boards % 2 == 1 && dataset.lines.buffered().size() <= kEnoughBytes;
  BoardRoles roles{.have_solutions = boards > 1 && !is_last_alone && block.expectations.empty()};
  for (std::size_t i = 0; i < boards; ++i) {
    const Board board = block.puzzles[i];
    roles.has_regions |= are_regions(board);
    const bool fits = i % 2 == 0
                          ? !is_complete(board)
                          : is_complete(board) && is_solution_of(board, block.puzzles[i - 1]);
    roles.have_solutions &= fits;
  }
  return roles;
}

}  // namespace

DatasetReader::DatasetReader(Input input, const ReadOptions& options)
    : DatasetReader(std::make_shared<PuzzleText>(std::move(input)), options) {
  if (layout_.are_boxes_given || is_read_once(file().path())) return;
  const auto recorded = recorded_shape(file().path(), shape().side());
  layout_.are_boxes_given = recorded.has_value();
  if (!recorded || *recorded == shape()) return;
  if (options_.on_note) {
    options_.on_note(fmt::format("{}: reading {}, as {} says", file().path(),
                                 describe_kind(*recorded), meta_path(file().path())));
  }
  options_.shape = recorded;
  rewind();
}

DatasetReader::DatasetReader(std::shared_ptr<PuzzleText> text, const ReadOptions& options)
    : text_(std::move(text)),
      options_(options),
      lines_(std::make_unique<LineReader>(*text_)),
      layout_(detect_layout(*lines_, options)),
      format_(make_format()),
      head_(position()) {}

std::unique_ptr<PuzzleFormat> DatasetReader::make_format() {
  constexpr std::size_t kLetters = 26;
  const std::string foreign = describe_foreign_text(lines_->buffered(), options_.shape);
  if (!foreign.empty()) throw InputError(file().path(), foreign);
  lines_->learn_marks(layout_.is_in_rows);
  const bool has_columns = !options_.column.empty() || !options_.expect_column.empty();
  if (has_columns && layout_.format != DatasetFormat::csv) {
    throw InputError(file().path(), "--column and --expect-column need CSV");
  }
  const OpenDataset dataset{*lines_, layout_, options_, file().path()};
  const BoardRoles roles = find_roles(dataset);
  if (roles.has_regions) {
    throw InputError(
        file().path(),
        "has the regions of a jigsaw sudoku; only rows, columns and boxes are supported");
  }
  have_solutions_ = roles.have_solutions;
  auto format = format_of(layout_.format).open(dataset);
  if (layout_.notation.first == FirstSymbol::letter && shape().side() > kLetters) {
    throw InputError(file().path(),
                     fmt::format("--symbols A: {} boards have {} digits, more than {} letters",
                                 size_of(shape()), shape().side(), kLetters));
  }
  return format;
}

std::uint64_t DatasetReader::stored_bytes_before_next() const {
  const auto used = static_cast<double>(lines_->position().byte);
  const auto ahead = static_cast<double>(lines_->buffered().size());
  const auto stored = static_cast<double>(file().bytes_read());
  return used == 0 ? 0 : static_cast<std::uint64_t>(stored * (used / (used + ahead)));
}

void DatasetReader::rewind() {
  text_->go_to(0);
  const bool has_named_boxes = has_named_boxes_;
  *this = DatasetReader(text_, options_);
  has_named_boxes_ = has_named_boxes;
}

/// Reads boards in pairs. The second board of a pair becomes the expected solution of the first
/// one. A puzzle before an invalid board has no expectation.
std::optional<Defect> DatasetReader::read_pairs(PuzzleBlock& block, std::size_t max_puzzles) {
  const auto reject_last = [&block](const char* what) {
    Defect defect{{block.lines.back(), 1}, what};
    block.puzzles.pop_back();
    block.lines.pop_back();
    return defect;
  };
  while (block.puzzles.size() < max_puzzles) {
    const std::size_t puzzle = block.puzzles.size();
    if (auto defect = format_->read(block, puzzle + 1)) return defect;
    if (block.puzzles.size() == puzzle) return std::nullopt;
    if (is_complete(block.puzzles[puzzle])) {
      return reject_last(
          "this solution has no puzzle before it, unlike the others; add the puzzle");
    }
    block.expectations.resize(puzzle + 1);
    if (auto defect = format_->read(block, puzzle + 2)) return defect;
    if (block.puzzles.size() == puzzle + 1) return std::nullopt;
    const OwnedBoard solution(block.puzzles[puzzle + 1]);
    if (!is_solution_of(solution, block.puzzles[puzzle])) {
      return reject_last(
          "this board must be the solution of the board before it, as in earlier lines");
    }
    block.puzzles.pop_back();
    block.lines.pop_back();
    block.expectations.resize(puzzle + 1);
    block.expectations[puzzle].solution.push_back(solution);
  }
  return std::nullopt;
}

bool DatasetReader::read(PuzzleBlock& block, std::size_t max_puzzles) {
  block.first_index = accepted_;
  block.puzzles.clear();
  if (block.puzzles.shape() != shape() || block.puzzles.have_candidates() != have_candidates()) {
    block.puzzles = BoardList(shape());
    if (have_candidates()) block.puzzles.add_candidates();
  }
  block.lines.clear();
  block.expectations.clear();
  try {
    while (!failure_ && !is_interrupted_) {
      auto defect =
          have_solutions_ ? read_pairs(block, max_puzzles) : format_->read(block, max_puzzles);
      if (!defect) break;
      const bool is_first = accepted_ == 0 && block.puzzles.empty();
      if (is_first && options_.shape && shape() != k9x9) {
        defect->what +=
            fmt::format("; --shape {} is for boards of {}", to_string(shape()), size_of(shape()));
      } else if (!options_.skip_invalid) {
        defect->what += options_.remedy;
      }
      skip(*defect);
    }
  } catch (const Interrupted&) {
    is_interrupted_ = true;
  } catch (const InputError&) {
    failure_ = std::current_exception();
  }
  if (failure_ && block.puzzles.empty()) std::rethrow_exception(failure_);
  if (have_solutions_) block.expectations.resize(block.puzzles.size());
  accepted_ += block.puzzles.size();
  for (std::size_t i = 0; i < block.puzzles.size() && options_.on_note && !have_candidates(); ++i) {
    complete_ += is_complete(block.puzzles[i]) ? 1 : 0;
  }
  if (options_.on_note && !layout_.are_boxes_given) note_boxes(block.puzzles);
  if (block.puzzles.size() < max_puzzles && !failure_ && !is_interrupted_) give_notes();
  if (accepted_ == 0) require_accepted();
  return !block.puzzles.empty();
}

/// Reports the assumed boxes once, at the first puzzle, if they might also be turned. Keeps the
/// first puzzles to try other boxes.
void DatasetReader::note_boxes(const BoardList& puzzles) {
  constexpr std::size_t kEnough = 16;
  if (puzzles.empty()) return;
  for (std::size_t i = 0; i < puzzles.size() && first_.size() < kEnough; ++i) {
    first_.push_back(puzzles[i]);
  }
  if (shape() == turned(shape()) || std::exchange(has_named_boxes_, true)) return;
  options_.on_note(
      fmt::format("{}: assuming {} for boards of {}; if they are turned, use --shape {}; for Latin "
                  "squares, use --shape {}",
                  file().path(), describe_boxes(shape()), size_of(shape()),
                  to_string(turned(shape())), to_string(latin_square(shape().side()))));
}

/// At the end of the data. Gives each note once.
void DatasetReader::give_notes() {
  const auto on_note = std::exchange(options_.on_note, nullptr);
  if (!on_note || is_part_) return;
  const ReadingNotes& notes = format_->notes();
  const auto give = [&](const SkippedLines& lines, std::string_view one, std::string_view several) {
    if (lines.count == 0) return;
    on_note(lines.count == 1
                ? fmt::format("{}:{}: {}", file().path(), lines.first.position.line, one)
                : fmt::format("{}: {} {}, the first in line {}", file().path(), lines.count,
                              several, lines.first.position.line));
  };
  if (accepted_ > 0) give(notes.text, "a line of text was skipped", "lines of text were skipped");
  give(notes.comments, "a comment looks like a puzzle; remove its mark to read it",
       "comments look like puzzles; remove their marks to read them");
  give(notes.remarks, "text after the cells of a row was skipped",
       "rows have text after their cells, which was skipped");
  give(notes.headers, "a repeated header was skipped", "repeated headers were skipped");
  if (have_solutions_) {
    on_note(fmt::format("{}: every second board is read as the solution of the board before it",
                        file().path()));
  }
  constexpr std::uint64_t kFew = 10;  // in percent
  if (accepted_ > 1 && complete_ > 0 && 100 * complete_ >= kFew * accepted_) {
    on_note(fmt::format("{}: boards without empty cells, which may be solutions: {} of {}",
                        file().path(), complete_, accepted_));
  }
  std::string boxes;
  if (!first_.empty() && options_.review_boxes) boxes = options_.review_boxes(first_);
  if (!boxes.empty()) on_note(fmt::format("{}: {}", file().path(), boxes));
}

/// At the end of the data.
void DatasetReader::require_accepted() const {
  const SkippedLines& text = format_->notes().text;
  const bool is_empty = rejected_ == 0 && text.count == 0;
  if (is_part_ || is_interrupted_ || (is_empty && options_.may_be_empty)) return;
  std::vector<InputError> reasons = reasons_;
  if (rejected_ == 0 && text.count > 0) {
    reasons.emplace_back(file().path(), text.first.position, text.first.what);
  }
  const std::string what = rejected_ == 0 ? "contains no puzzles"
                                          : fmt::format("contains no valid puzzle; {} skipped",
                                                        number_of(rejected_, "invalid line"));
  throw InputError(reasons, {file().path(), what});
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

void DatasetReader::go_to(const IndexRange& range, std::optional<std::uint64_t> lines_before) {
  TextPosition begin{range.begin, lines_before.value_or(0)};
  if (begin.byte < head_.byte) begin = head_;
  uncounted_bytes_ = lines_before ? 0 : range.begin;
  is_part_ = true;
  text_->go_to(begin.byte, range.end);
  lines_->restart(begin);
}

std::string meta_path(const std::string& path) { return path + ".meta.json"; }

bool is_read_once(const std::string& path) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  return path == "-" || std::filesystem::is_fifo(status) || std::filesystem::is_socket(status) ||
         std::filesystem::is_character_file(status);
}

void require_rereadable(const std::string& path, std::string_view option) {
  if (!is_read_once(path)) return;
  throw UsageError(fmt::format("{} needs a file that can be read twice, not '{}'", option, path));
}

DatasetReader open_to_cut(const std::string& path, const ReadOptions& options,
                          std::string_view option) {
  require_rereadable(path, option);
  DatasetReader reader(path, options);
  if (!reader.has_puzzle_per_line()) {
    throw UsageError(
        fmt::format("{} needs one puzzle per line; write {} in that form with sudoku-bench convert",
                    option, path));
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
