# Writes build_info.cpp at every build if its contents changed.
cmake_path(GET SOURCE_DIR PARENT_PATH above)
set(ENV{GIT_CEILING_DIRECTORIES} ${above})  # ignore a repository around the sources

# Sets `variable` to the output of `git describe`, or to `otherwise` outside of a git checkout.
function(describe variable otherwise)
  execute_process(COMMAND git -C ${SOURCE_DIR} describe --always --abbrev=12 ${ARGN}
    OUTPUT_VARIABLE text OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(failed)
    set(text "${otherwise}")
  endif()
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

describe(COMMIT unknown --dirty=+changes --exclude=*)
describe(DESCRIPTION "" --dirty --tags --match=v[0-9]*)
configure_file(${SOURCE_DIR}/harness/base/build_info.cpp.in ${OUTPUT} @ONLY)
