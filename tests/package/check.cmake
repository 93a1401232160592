# cmake -D BUILD_DIR=... -D WORK_DIR=... [-D NAME=VALUE]... -P check.cmake
# Installs the build into WORK_DIR, then configures, builds and runs a project that finds the
# package there, with the same compiler and flags.
set(prefix ${WORK_DIR}/prefix)
set(consumer ${WORK_DIR}/consumer)
file(REMOVE_RECURSE ${WORK_DIR})

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${prefix})
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${consumer} -G ${GENERATOR}
  -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_BUILD_TYPE=${BUILD_TYPE}
  -D CMAKE_CXX_COMPILER=${CXX_COMPILER} -D CMAKE_CXX_FLAGS=${CXX_FLAGS})
run(${CMAKE_COMMAND} --build ${consumer})
run(${consumer}/consumer)

# The program finds the datasets that were installed with it.
execute_process(COMMAND ${prefix}/bin/sudoku-bench convert hard.txt --out ${WORK_DIR}/hard.txt
  WORKING_DIRECTORY ${WORK_DIR} ERROR_VARIABLE note COMMAND_ERROR_IS_FATAL ANY)
if(NOT note MATCHES "hard.txt is not here; using the project's prefix/.*/sudoku-bench/datasets/hard.txt\n$")
  message(FATAL_ERROR "unexpected: ${note}")
endif()
