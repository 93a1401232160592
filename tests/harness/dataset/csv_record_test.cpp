#include "harness/dataset/csv_record.h"

#include "tests/catch.h"

using sudoku::CsvRecord;

namespace {

std::vector<std::string> fields_of(std::string_view text) {
  CsvRecord record;
  REQUIRE_FALSE(record.split({text, 1}).has_value());
  std::vector<std::string> fields;
  for (std::size_t i = 0; i < record.size(); ++i) fields.emplace_back(record[i]);
  return fields;
}

std::string defect_of(std::string_view text) {
  CsvRecord record;
  const auto defect = record.split({text, 1});
  REQUIRE(defect.has_value());
  return std::to_string(defect->position.column) + ": " + defect->what;
}

using Fields = std::vector<std::string>;

}  // namespace

TEST_CASE("commas separate the fields of a record", "[csv_record]") {
  CHECK(fields_of("a,bc,d") == Fields{"a", "bc", "d"});
  CHECK(fields_of(",,") == Fields{"", "", ""});
  CHECK(fields_of("") == Fields{""});
  CHECK(fields_of(" a b ,\tc, ") == Fields{"a b", "c", ""});
  CHECK(fields_of("a\"b\",c") == Fields{"a\"b\"", "c"});
}

TEST_CASE("quotes enclose commas, blanks and doubled quotes", "[csv_record]") {
  CHECK(fields_of(R"("a,b",c)") == Fields{"a,b", "c"});
  CHECK(fields_of(R"("","x")") == Fields{"", "x"});
  CHECK(fields_of(R"(" a "" b """,c)") == Fields{R"( a " b ")", "c"});
  CHECK(fields_of(R"("a""b","""c","d""")") == Fields{R"(a"b)", R"("c)", R"(d")"});
  CHECK(fields_of(R"( "a" ,"b")") == Fields{"a", "b"});
}

TEST_CASE("a field has a position", "[csv_record]") {
  CsvRecord record;
  REQUIRE_FALSE(record.split({R"(ab, "c""d" ,,  e)", 7}).has_value());
  CHECK(record.position(0).line == 7);
  CHECK(record.position(0).column == 1);
  CHECK(record.position(1).column == 6);
  CHECK(record.position(2).column == 13);
  CHECK(record.position(3).column == 16);
}

TEST_CASE("a quoted field with an invalid end is a defect", "[csv_record]") {
  CHECK(defect_of(R"(a,"b)") == "3: a quoted field must end on the line where it begins");
  CHECK(defect_of(R"("a"")") == "1: a quoted field must end on the line where it begins");
  CHECK(defect_of(R"("a"b,c)") == "4: a comma must follow the quoted field, not b");
}

TEST_CASE("a record can be reused", "[csv_record]") {
  CsvRecord record;
  REQUIRE_FALSE(record.split({R"("a""b",c)", 1}).has_value());
  REQUIRE_FALSE(record.split({R"(x,y,"z""")", 2}).has_value());
  REQUIRE(record.size() == 3);
  CHECK(record[0] == "x");
  CHECK(record[2] == "z\"");
}
