#pragma once

#include <clocale>
#include <cstdlib>
#include <locale>
#include <string>

#include "tests/harness/harness_testing.h"

namespace sudoku {

/// As long as it lives, numbers of C and C++ have a decimal comma and points between thousands.
class CommaLocale {
 public:
  CommaLocale() : old_cpp_(std::locale::global({std::locale::classic(), new CommaNumbers})) {
    // Systems without German are given it for the moment.
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

  /// False where the system cannot make the locale: only C++ has commas then.
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
