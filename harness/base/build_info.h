#pragma once

#include <string_view>

namespace sudoku {

/// How this program was built.
struct BuildInfo {
  std::string_view version;
  /// Abbreviated hash, with `+changes` if the work tree had uncommitted changes. `unknown` outside
  /// of a git checkout.
  std::string_view commit;
  std::string_view description;  ///< output of `git describe`; empty outside of a git checkout
  std::string_view compiler;     ///< name and version
  std::string_view flags;        ///< flags of the build type and of the user
  std::string_view build_type;
};

const BuildInfo& build_info();

}  // namespace sudoku
