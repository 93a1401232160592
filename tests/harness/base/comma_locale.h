#pragma once

#include <clocale>
#include <locale>

#include "tests/harness/harness_testing.h"

namespace sudoku {

/// Makes numbers of C and C++ use a decimal comma and points between thousands while it lives.
class CommaLocale {
 public:
  CommaLocale() : old_cpp_(std::locale::global({std::locale::classic(), new CommaNumbers})) {
    // Compiles the locale on systems that lack it.
    const std::string name = directory_ / "de_DE.UTF-8";
    const std::string command = "localedef -i de_DE -f UTF-8 '" + name + "' >/dev/null 2>&1";
    is_c_changed_ = std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr;
    if (is_c_changed_ || std::system(command.c_str()) != 0) return;
    ::setenv("LOCPATH", directory_.path().c_str(), 1);
    is_c_changed_ = std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr;
    ::unsetenv("LOCPATH");
  }
  ~CommaLocale() {
    std::locale::global(old_cpp_);
    std::setlocale(LC_ALL, "C");
  }
  CommaLocale(const CommaLocale&) = delete;
  CommaLocale& operator=(const CommaLocale&) = delete;

  /// Whether C has commas too. If the locale cannot be compiled, only C++ has.
  bool is_c_changed() const { return is_c_changed_; }

 private:
  struct CommaNumbers : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };

  TemporaryDirectory directory_;
  std::locale old_cpp_;
  bool is_c_changed_ = false;
};

}  // namespace sudoku
