#pragma once

#include <string_view>

namespace sudoku {

/// How this program was built. `commit` ends in `+changes` if the work tree had uncommitted ones,
/// and is `unknown` outside a git checkout; `description` is empty there.
struct BuildInfo {
  std::string_view version;
  std::string_view commit;
  std::string_view description;  ///< of the commit by the version before it, as git does
  std::string_view compiler;     ///< name and version
  std::string_view flags;        ///< of the build type, and those given by the user
  std::string_view build_type;
};

const BuildInfo& build_info();

}  // namespace sudoku
