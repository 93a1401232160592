#include "harness/results/csv_table.h"

#include <fmt/format.h>

#include "harness/base/errors.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

class TableFile {
 public:
  explicit TableFile(const std::string& text) { write_file(path(), text); }
  std::string path() const { return (directory_ / "t.csv").string(); }
  /// Returns the message of the error of `action` or of reading all rows, without the path.
  template <typename Action>
  std::string error(Action action) const {
    const std::string message = message_of<InputError>([&] {
      CsvTable table(path());
      action(table);
      while (table.next()) {
      }
    });
    return message.empty() ? message : message.substr(path().size());
  }
  std::string error() const {
    return error([](CsvTable&) {});
  }

 private:
  TemporaryDirectory directory_;
};

}  // namespace

TEST_CASE("columns are found by name", "[csv_table]") {
  const TableFile file(
      "engine,count,digest,time\ndlx,12,00000000000000ab,1.5e-3\n\"a,\"\"b\n\",0,ffffffffffffffff,"
      "1\n");
  CsvTable table(file.path());
  const auto engine = table.column("engine");
  REQUIRE(table.next());
  CHECK(table.find_column("count") == 1);
  CHECK_FALSE(table.find_column("coun"));
  CHECK(table.text(engine) == "dlx");
  CHECK(table.number(table.column("count")) == 12);
  CHECK(table.digest(table.column("digest")) == 0xAB);
  CHECK(table.real(table.column("time")) == 0.0015);
  REQUIRE(table.next());
  CHECK(table.text(engine) == "a,\"b\n");
  CHECK(table.digest(table.column("digest")) == ~std::uint64_t{0});
  CHECK_FALSE(table.next());
  CHECK_FALSE(table.next());
}

TEST_CASE("any field is read back as it was written", "[csv_table]") {
  const std::vector<std::string> pieces = {
      "",     "a",    " ", "\t",           "\"", ",", "\n",     "\r",       "\xE9",
      "\xFF", "\x01", "#", "\xEF\xBB\xBF", "=",  "-", "data:,", "\xC2\x9B", "\xE2\x80\xAE"};
  for (std::size_t number = 0; number < pieces.size() * pieces.size(); ++number) {
    const std::string& outer = pieces[number % pieces.size()];
    const std::string field = outer + pieces[number / pieces.size()] + outer;
    CAPTURE(field);
    std::string text = "a,b,c\n";
    append_csv_field(text, field);
    text += ",2,";
    append_csv_field(text, field);
    // No part of it controls a terminal, or is a formula in a spreadsheet.
    CHECK(one_line(text.substr(6)) == text.substr(6));
    CHECK((field.size() < 2 || std::string_view("=-").find(text[6]) == std::string_view::npos));
    const TableFile file(text + "\n3,4,5\n");
    CsvTable table(file.path());
    REQUIRE(table.next());
    CHECK(table.text(0) == field);
    CHECK(table.number(1) == 2);
    CHECK(table.text(2) == field);
    CHECK(table.line() == 2);
    REQUIRE(table.next());
    CHECK(table.number(0) == 3);
    CHECK(table.line() == 3);
    CHECK_FALSE(table.next());
  }
}

TEST_CASE("a row may be longer than a chunk, up to a limit", "[csv_table]") {
  std::string rows;
  for (int i = 0; i < 40; ++i) rows += std::string(30'000, 'x') + ",\"\n\"\n";
  const TableFile file("a,b\n" + rows);
  CsvTable table(file.path());
  for (int i = 0; i < 40; ++i) {
    REQUIRE(table.next());
    CHECK(table.text(0).size() == 30'000);
    CHECK(table.line() == static_cast<std::uint64_t>(2 + 2 * i));
  }
  CHECK_FALSE(table.next());
  CHECK(TableFile("a\n\"" + std::string(70'000, '\n') + "\"\n").error() ==
        ":2: the row is too long");
}

TEST_CASE("an incomplete last row is refused or left out, as requested", "[csv_table]") {
  const std::string whole = "a,b\n1,\"2\n\"\n";
  const std::string next = "3,\"4\n5\"";
  for (std::size_t size = 1; size <= next.size(); ++size) {
    CAPTURE(size);
    const TableFile file(whole + next.substr(0, size));
    CHECK(file.error() == ":4: the last row is incomplete");
    CsvTable table(file.path(), TornEnd::left_out);
    CHECK(table.next());
    CHECK_FALSE(table.next());
    CHECK(table.bytes() == whole.size());
  }
}

TEST_CASE("errors name the position in the table", "[csv_table]") {
  CHECK_THROWS_AS(CsvTable("/nowhere/t.csv"), InputError);
  CHECK(TableFile("").error() == ": the header is missing");
  CHECK(TableFile("a,b\n").error([](CsvTable& table) { table.column("c"); }) ==
        ":1: column c is missing");
  CHECK(TableFile("a,b\n1,2\n1\n").error() == ":3: 1 fields, but the header has 2");
  struct Case {
    const char* field;
    std::function<void(CsvTable&)> read;
    const char* what;
  };
  const auto number = [](CsvTable& table) { table.number(1); };
  const auto real = [](CsvTable& table) { table.real(1); };
  const auto digest = [](CsvTable& table) { table.digest(1); };
  for (const auto& [field, read, what] : {Case{"-2", number, "a whole number below 2^64"},
                                          {"", number, "a whole number below 2^64"},
                                          {"", real, "a number"},
                                          {"2x", real, "a number"},
                                          {"inf", real, "a number"},
                                          {"abc", digest, "a digest"},
                                          {"000000000000000g", digest, "a digest"}}) {
    const TableFile file(fmt::format("a,b\n1,{}\n", field));
    CsvTable table(file.path());
    REQUIRE(table.next());
    CHECK(message_of<InputError>([&, &action = read] { action(table); }) ==
          fmt::format("{}:2:3: b: '{}' is not {}", file.path(), field, what));
  }
}

}  // namespace sudoku
