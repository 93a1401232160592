#include "harness/results/csv_table.h"

#include "harness/errors.h"
#include "tests/catch.h"
#include "tests/harness/harness_testing.h"

namespace sudoku {
namespace {

class Table {
 public:
  explicit Table(const std::string& text) { write_file(path(), text); }
  std::string path() const { return (directory_ / "t.csv").string(); }
  /// The message of what goes wrong, without the path.
  template <typename Action>
  std::string error(Action action) const {
    const std::string message = message_of<InputError>([&] {
      CsvTable table(path());
      action(table);
    });
    return message.empty() ? message : message.substr(path().size());
  }

 private:
  TemporaryDirectory directory_;
};

}  // namespace

TEST_CASE("a table is read by the names of its columns", "[csv_table]") {
  const Table file(
      "engine,count,digest\ndlx,12,00000000000000ab\n\"a,\"\"b\",0,ffffffffffffffff\n");
  CsvTable table(file.path());
  const auto engine = table.column("engine");
  REQUIRE(table.next());
  CHECK(table.text(engine) == "dlx");
  CHECK(table.number(table.column("count")) == 12);
  CHECK(table.digest(table.column("digest")) == 0xAB);
  REQUIRE(table.next());
  CHECK(table.text(engine) == "a,\"b");
  CHECK(table.digest(table.column("digest")) == ~std::uint64_t{0});
  CHECK_FALSE(table.next());
  CHECK_FALSE(table.next());
}

TEST_CASE("a real number may be missing", "[csv_table]") {
  const Table file("time,name\n1.5e-3,a\n,b\n2x,c\n");
  CsvTable table(file.path());
  REQUIRE(table.next());
  CHECK(table.real(0) == 0.0015);
  REQUIRE(table.next());
  CHECK_FALSE(table.real(0));
  REQUIRE(table.next());
  CHECK_THROWS_AS(table.real(0), InputError);
}

TEST_CASE("what is wrong with a table is said with its place", "[csv_table]") {
  CHECK_THROWS_AS(CsvTable("/nowhere/t.csv"), InputError);
  CHECK(Table("").error([](CsvTable&) {}) == ": the header is missing");
  CHECK(Table("a,b\n").error([](CsvTable& table) { table.column("c"); }) ==
        ":1: there is no column c");
  CHECK(Table("a,b\n1,2\n1\n").error([](CsvTable& table) {
    while (table.next()) {
    }
  }) == ":3: 1 fields, where the header has 2");
  const auto read_number = [](CsvTable& table) {
    table.next();
    table.number(1);
  };
  CHECK(Table("a,b\n1,-2\n").error(read_number) == ":2:3: b: '-2' is no whole number");
  CHECK(Table("a,b\n1,\n").error(read_number) == ":2:3: b: '' is no whole number");
  const auto read_digest = [](CsvTable& table) {
    table.next();
    table.digest(0);
  };
  CHECK(Table("a\nabc\n").error(read_digest) == ":2:1: a: 'abc' is no digest");
  CHECK(Table("a\n000000000000000g\n").error(read_digest) ==
        ":2:1: a: '000000000000000g' is no digest");
  CHECK_FALSE(Table("a\n\"b\n").error([](CsvTable& table) { table.next(); }).empty());
}

}  // namespace sudoku
