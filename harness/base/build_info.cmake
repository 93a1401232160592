# Run at every build: writes build_info.cpp, and touches it only where something changed.
execute_process(COMMAND git -C ${SOURCE_DIR} describe --always --abbrev=12 --dirty=+changes --exclude=*
  OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(COMMIT unknown)
endif()
configure_file(${SOURCE_DIR}/harness/base/build_info.cpp.in ${OUTPUT} @ONLY)
