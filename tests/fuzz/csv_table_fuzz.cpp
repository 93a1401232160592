// Reads arbitrary result files, writes the fields and reads them back.

#include <string>
#include <vector>

#include "harness/results/csv_table.h"
#include "tests/fuzz/fuzzing.h"

namespace {

using namespace sudoku;

/// The column to read. An input may lack it.
constexpr std::string_view kColumn = "engine";

std::vector<std::string> read_column(const std::string& path) {
  CsvTable table(path);
  const std::size_t column = table.column(kColumn);
  std::vector<std::string> fields;
  while (table.next()) {
    fields.emplace_back(table.text(column));
    fuzz::accepts([&] { table.number(column); });
    fuzz::accepts([&] { table.real(column); });
    fuzz::accepts([&] { table.count(column); });
    fuzz::accepts([&] { table.digest(column); });
  }
  return fields;
}

/// Arbitrary fields are written and read back unchanged.
void check_round_trip(const std::vector<std::string>& fields) {
  std::string text = std::string(kColumn) + ",next\n";
  for (const std::string& field : fields) {
    append_csv_field(text, field);
    text += ",0\n";
  }
  const fuzz::MemoryFile file(text);
  fuzz::require(read_column(file.path()) == fields);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fuzz::MemoryFile file(fuzz::text_of(data, size));
  std::vector<std::string> fields;
  if (fuzz::accepts([&] { fields = read_column(file.path()); })) check_round_trip(fields);
  return 0;
}
