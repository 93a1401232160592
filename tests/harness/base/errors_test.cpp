#include "harness/base/errors.h"

#include "tests/catch.h"

namespace sudoku {

TEST_CASE("texts that a terminal shows stay as they are", "[errors]") {
  for (const char* text :
       {"", "a b~", "na\u00EFve \u6570\u72EC \U0001F600.txt", "\\x1b '\"", "\uFFFD"}) {
    CHECK(one_line(text) == text);
  }
}

TEST_CASE("characters that control a terminal or forge a line are escaped", "[errors]") {
  CHECK(one_line("a\n\r\t\x1B[31m\x07\x7F") == R"(a\x0a\x0d\x09\x1b[31m\x07\x7f)");
  CHECK(one_line(std::string_view("\0b", 2)) == R"(\x00b)");
  CHECK(one_line("\u0080\u009B2J\u00A0") == R"(\xc2\x80\xc2\x9b2J\xc2\xa0)");
  CHECK(one_line("\u202Etxt.\u2066\u200F\u061C\u2028\uFEFF") ==
        R"(\xe2\x80\xaetxt.\xe2\x81\xa6\xe2\x80\x8f\xd8\x9c\xe2\x80\xa8\xef\xbb\xbf)");
}

TEST_CASE("bytes that are not UTF-8 are escaped one by one", "[errors]") {
  CHECK(one_line("caf\xE9 x") == R"(caf\xe9 x)");
  CHECK(one_line("\xE4\xBDx\x9B\xFF") == R"(\xe4\xbdx\x9b\xff)");
  CHECK(one_line("\xC0\x9B\xED\xA0\x80\xE4") ==
        R"(\xc0\x9b\xed\xa0\x80\xe4)");  // overlong, surrogate
}

TEST_CASE("messages are one line", "[errors]") {
  CHECK(std::string(InputError("a\nb", {1, 2}, "\x1B").what()) == R"(a\x0ab:1:2: \x1b)");
  CHECK(std::string(OutputError("a\u009B", "full").what()) == R"(a\xc2\x9b: full)");
}

}  // namespace sudoku
