#include "harness/cli/dataset_options.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include <fmt/ranges.h>
#include <unistd.h>

#include "engines/registry.h"
#include "harness/base/units.h"
#include "harness/dataset/formats.h"
#include "harness/dataset/project_datasets.h"
#include "harness/puzzle/board_kinds.h"
#include "harness/puzzle/box_orientation.h"
#include "harness/puzzle/shapes.h"

namespace sudoku {
namespace {

/// Returns whether --format accepts the name. It accepts the names of formats, but not of variants.
bool is_read(const FormatName& name) { return name.name == to_string(name.format); }

bool is_written(const FormatName& name) { return name.writer != nullptr; }

/// Returns a map of the names that fulfil a condition, each with the value of `member`.
template <typename Value>
std::map<std::string_view, Value> by_name(bool (*condition)(const FormatName&),
                                          Value FormatName::*member) {
  std::map<std::string_view, Value> values;
  for (const FormatName& name : format_names()) {
    if (condition(name)) values.emplace(name.name, name.*member);
  }
  return values;
}

/// Returns the names of the formats that fulfil a condition, such as `line, csv or json`.
std::string list_formats(bool (*condition)(const FormatName&)) {
  std::vector<std::string> list;
  for (const FormatName& name : format_names()) {
    if (condition(name)) list.emplace_back(name.name);
  }
  return join_choices(list);
}

std::map<std::string_view, DatasetFormat> formats_by_name() {
  auto formats = by_name(is_read, &FormatName::format);
  formats.emplace("auto", DatasetFormat::automatic);
  return formats;
}

const std::map<std::string_view, DatasetFormat> kFormats = formats_by_name();

/// Names that --format refuses, each with the name to use instead.
const OptionValues::Substitutes kOtherNames = {{"sdm", "line"},        {"candidates", "line"},
                                               {"pencilmark", "line"}, {"sdk", "grid"},
                                               {"ss", "grid"},         {"acs", "integers"}};

const std::map<std::string_view, FirstSymbol> kFirstSymbols = {{"auto", FirstSymbol::automatic},
                                                               {"1", FirstSymbol::one},
                                                               {"0", FirstSymbol::zero},
                                                               {"A", FirstSymbol::letter}};

namespace fs = std::filesystem;

/// Returns the words of a list that may begin or end with a comma.
std::vector<std::string> words_of(const std::string& list) {
  std::vector<std::string> words = split_list(list);
  std::erase(words, "");
  return words;
}

/// Returns the names of the files in the folder of the path `name`, and of the project's datasets
/// if it could be one.
std::vector<std::string> names_beside(const std::string& name) {
  std::vector<std::string> names;
  const fs::path folder = fs::path(name).parent_path();
  std::error_code error;
  for (const auto& file : fs::directory_iterator(folder.empty() ? "." : folder, error)) {
    if (file.is_regular_file(error)) names.push_back(file.path().filename());
  }
  if (!is_project_path(name)) return names;
  for (std::string& dataset : project_dataset_names()) names.push_back(std::move(dataset));
  return names;
}

/// Throws InputError for the missing file `name` if there is one with a similar name. Ignores file
/// extensions.
void suggest_file(const std::string& name) {
  const std::vector<std::string> names = names_beside(name);
  std::vector<std::string> stems;
  for (const std::string& other : names) stems.push_back(fs::path(other).stem());
  const std::string_view near = nearest(fs::path(name).stem().string(),
                                        std::vector<std::string_view>(stems.begin(), stems.end()));
  const auto found = std::ranges::find(stems, near);
  if (near.empty() || found == stems.end()) return;
  const std::string& similar = names[static_cast<std::size_t>(found - stems.begin())];
  const fs::path path = fs::path(name).parent_path() / similar;
  throw InputError(name,
                   fmt::format("No such file or directory; did you mean '{}'?", path.string()));
}

/// Throws UsageError if the missing file `name` belongs to the list of --engine, as in `--engine
/// dlx, bitmask`.
void refuse_engines(const OptionValues& values, const std::string& name) {
  const auto is_engine = [](const std::string& word) {
    return resolve_engine(word) != nullptr || word == "all";
  };
  const std::vector<std::string> words = words_of(name);
  if (!values.has("engine") || words.empty() || !std::ranges::all_of(words, is_engine)) return;
  std::vector<std::string> engines;
  for (const std::string& list : values.list("engine")) {
    for (std::string& word : words_of(list)) engines.push_back(std::move(word));
  }
  engines.insert(engines.end(), words.begin(), words.end());
  throw UsageError(fmt::format("'{}' is an engine, not a file; use --engine {}, without blanks",
                               name, fmt::join(engines, ",")));
}

/// Returns the path of the dataset `name`. Throws UsageError and InputError for names that are
/// probably typing errors.
std::string locate(const OptionValues& values, const std::string& name) {
  if (name == "-") {
    if (::isatty(STDIN_FILENO) != 0) {
      print_error("sudoku-bench: reading puzzles from the terminal; end with Ctrl-D\n");
    }
    return name;
  }
  std::error_code error;
  if (fs::symlink_status(name, error).type() != fs::file_type::not_found) return name;
  if (const auto path = find_project_dataset(name)) return *path;
  refuse_engines(values, name);
  if (is_puzzle_argument(name)) {
    throw InputError(name,
                     "No such file or directory; write the puzzle to a file, or give - and "
                     "write it to standard input");
  }
  suggest_file(name);
  return name;
}

std::vector<std::string> dataset_names(const OptionValues& values) {
  std::vector<std::string> names = values.list(kArgument);
  std::ranges::move(values.list("dataset"), std::back_inserter(names));
  return names;
}

}  // namespace

void add_dataset(OptionTable& options) {
  options.expect_datasets().advise("dataset", "write the file without it");
}

std::vector<std::string> datasets(const OptionValues& values) {
  std::vector<std::string> paths;
  for (const std::string& name : dataset_names(values)) paths.push_back(locate(values, name));
  return paths;
}

std::string only_dataset(const OptionValues& values, std::string_view command) {
  const std::vector<std::string> names = dataset_names(values);
  if (names.size() > 1) {
    throw UsageError(fmt::format("{} takes one dataset, not {}", command, names.size()));
  }
  const std::string name = names.empty() ? "-" : names.front();
  std::string path = locate(values, name);
  if (path != name) {
    print_error("sudoku-bench: {} not found; using the project's {}\n", name, path);
  }
  return path;
}

Input puzzles_or_dataset(const OptionValues& values, std::string_view command) {
  std::string puzzles;
  std::string others;
  const auto shape = shape_option(values);
  const std::vector<std::string> arguments = values.list(kArgument);
  for (const std::string& argument : arguments) {
    std::error_code ignored;
    const bool is_puzzle = !fs::exists(argument, ignored) && is_puzzle_argument(argument, shape);
    (is_puzzle ? puzzles : others) += argument + '\n';
  }
  const std::string line = fmt::to_string(fmt::join(arguments, " "));
  if (puzzles.empty() && arguments.size() > 1 && is_puzzle_argument(line, shape)) {
    throw UsageError(fmt::format("a puzzle with blanks needs quotes: {} '{}'", command, line));
  }
  if (puzzles.empty()) return only_dataset(values, command);
  if (others.empty()) return {"puzzle", puzzles};
  throw UsageError(fmt::format("{} takes puzzles or a dataset, not both: '{}' is not a puzzle",
                               command, others.substr(0, others.find('\n'))));
}

void add_layout(OptionTable& options) {
  options.choice("format", "NAME", kFormats,
                 fmt::format("format of the input: auto, {} (auto)", list_formats(is_read)));
  add_shape(options, "detected");
  options
      .choice("symbols", "FIRST", kFirstSymbols,
              "smallest digit of boards other than 9x9: 1 (1-9, A-Z, a-z), 0 (0-9, A-Z, a-z) or A "
              "(auto)")
      .value("column", "NAME|N", "CSV column with the puzzles; a number if there is no header")
      .value("expect-column", "NAME|N", "CSV column with the expected solution or count");
}

void add_reading(OptionTable& options) {
  add_layout(options);
  options.flag("skip-invalid", "count invalid lines and continue, instead of exiting with 4");
}

ReadOptions read_options(const OptionValues& values) {
  ReadOptions read;
  values.refuse_words("format", kOtherNames);
  read.format = values.choice("format", kFormats, DatasetFormat::automatic);
  read.column = values.text("column");
  read.expect_column = values.text("expect-column");
  read.skip_invalid = values.has("skip-invalid");
  read.remedy = "; --skip-invalid skips such lines";
  if (!values.has("quiet")) {
    read.on_note = [](const std::string& note) { print_error("sudoku-bench: {}\n", note); };
    read.review_boxes = note_other_boxes;
  }
  read.shape = shape_option(values);
  read.symbols = values.choice("symbols", kFirstSymbols, FirstSymbol::automatic);
  return read;
}

ReadOptions filter_options(const OptionValues& values, const Input& input) {
  ReadOptions read = read_options(values);
  read.may_be_empty = input.name == "-";
  if (input.text) read.remedy.clear();
  return read;
}

void add_shape(OptionTable& options, const std::string& shape) {
  const std::string help =
      "boards with N rows and the usual boxes, such as 16; or boxes of R rows and C columns, such "
      "as 4x5 for 20x20; 1x9 means Latin squares of order 9 (" +
      shape + ")";
  options.value("shape", "N|RxC", help).advise("size", "use --shape");
}

std::optional<Shape> shape_option(const OptionValues& values) {
  if (!values.has("shape")) return std::nullopt;
  const std::string text = values.text("shape");
  if (const auto shape = parse_shape(text)) return shape;
  // Boxes of 16x16 are too large, so boards of 16x16 are meant.
  const auto side = parse_number(text, kMaxSide);
  if (const auto shape = side ? usual_shape(*side) : parse_size(text)) return shape;
  throw UsageError(fmt::format(
      "--shape takes the number of rows of a board, such as 16, or the rows and columns of a box, "
      "such as 4x5, not '{}'; at most {} rows, and at least 2 columns in a box; Latin squares of "
      "order 13 are 1x13",
      text, kMaxSide));
}

Shard shard_option(const OptionValues& values) {
  if (!values.has("shard")) return {0, 1};
  constexpr std::uint64_t kMost = 1'000'000;
  const std::string text = values.text("shard");
  const std::size_t slash = text.find('/');
  const auto number = parse_number(text.substr(0, slash), kMost);
  const auto count =
      slash == text.npos ? std::nullopt : parse_number(text.substr(slash + 1), kMost);
  if (number && count && *number < *count) return {*number, *count};
  throw UsageError(
      fmt::format("--shard takes I/N with I from 0 to N - 1, such as 0/3, not '{}'", text));
}

const std::map<std::string_view, const PuzzleWriter*> kWriters =
    by_name(is_written, &FormatName::writer);

std::string list_writers() { return list_formats(is_written); }

const PuzzleWriter* writer_option(const OptionValues& values, const PuzzleWriter* fallback) {
  values.refuse_words("to", {{"sdm", "line"}, {"pencilmark", "candidates"}});
  return values.choice("to", kWriters, fallback);
}

void require_shape(const OptionValues& values, const PuzzleWriter& writer, const Shape& shape) {
  if (!writer.supports || writer.supports(shape)) return;
  throw UsageError(fmt::format("--to {} supports {} only, not {}", values.text("to"),
                               writer.supported, describe_kind(shape)));
}

void require_candidates(const OptionValues& values, const PuzzleWriter& writer) {
  if (writer.holds_candidates) return;
  const std::string others = list_formats(
      [](const FormatName& name) { return is_written(name) && name.writer->holds_candidates; });
  throw UsageError(fmt::format("--to {} does not support puzzles with candidates; use {}",
                               values.text("to"), others));
}

void require_number(const OptionValues& values, const PuzzleWriter& writer, std::uint64_t puzzles) {
  if (!writer.holds_one || puzzles <= 1) return;
  throw UsageError(fmt::format("--to {} supports one puzzle only", values.text("to")));
}

PuzzleOutput::PuzzleOutput(const OptionValues& values) {
  if (values.text("out").empty()) return;
  file.emplace(values.text("out"), values.has("force") ? OldOutput::replaced : OldOutput::refused);
}

std::string describe_unrecorded_shape(const Shape& shape) {
  return fmt::format("this format does not record {}; read it back with --shape {}",
                     shape.is_latin() ? "Latin squares" : "boxes of " + to_string(shape),
                     to_string(shape));
}

}  // namespace sudoku
