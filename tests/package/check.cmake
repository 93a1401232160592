# cmake -D BUILD_DIR=... -D WORK_DIR=... [-D NAME=VALUE]... -P check.cmake
# Installs the build into WORK_DIR. Then builds and runs a program that finds the package with CMake and with
# pkg-config, and a project that has the sources as a subdirectory. All use the compiler and flags of the build.
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

# The program finds the installed datasets.
execute_process(COMMAND ${prefix}/bin/sudoku-bench convert hard.txt --out ${WORK_DIR}/hard.txt
  WORKING_DIRECTORY ${WORK_DIR} ERROR_VARIABLE note COMMAND_ERROR_IS_FATAL ANY)
if(NOT note MATCHES "hard.txt not found; using the project's prefix/.*/sudoku-bench/datasets/hard.txt\n$")
  message(FATAL_ERROR "unexpected: ${note}")
endif()

# Uses pkg-config.
set(ENV{PKG_CONFIG_PATH} ${prefix}/lib/pkgconfig)
find_program(PKG_CONFIG pkg-config REQUIRED)
function(run_by_pkg_config package compile source)
  execute_process(COMMAND ${PKG_CONFIG} --cflags --libs ${package}
    OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(command UNIX_COMMAND "${compile} ${CMAKE_CURRENT_LIST_DIR}/${source} ${flags}")
  run(${command} -Wl,-rpath,${prefix}/lib -o ${WORK_DIR}/by-pkg-config)
  run(${WORK_DIR}/by-pkg-config)
endfunction()
run_by_pkg_config(sudoku-engines "${CXX_COMPILER} ${CXX_FLAGS} -std=c++20" consumer.cpp)
run_by_pkg_config(sudoku "${C_COMPILER} -std=c11 -Wall -Wextra -Wpedantic -Werror" c/consumer.c)

# Uses the C library in a project without C++.
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/c -B ${WORK_DIR}/c -G ${GENERATOR}
  -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_C_COMPILER=${C_COMPILER})
run(${CMAKE_COMMAND} --build ${WORK_DIR}/c)
run(${WORK_DIR}/c/consumer)

# Installed files are not empty.
foreach(file share/man/man1/sudoku-bench-count.1.gz share/man/man1/sudoku-bench-report.1.gz share/sudoku-bench/scripts/report.py
    share/bash-completion/completions/sudoku-bench
    share/zsh/site-functions/_sudoku-bench share/fish/vendor_completions.d/sudoku-bench.fish
    share/doc/sudoku-bench/copyright lib/sudoku-bench/libsudoku_engines.so
    include/sudoku-bench/engines/plugin.h include/sudoku.h lib/libsudoku.so)
  file(SIZE ${prefix}/${file} size)
  if(size LESS 100)
    message(FATAL_ERROR "${file} has ${size} bytes")
  endif()
endforeach()

# Uses the sources as a subdirectory: defines only the engines and searches for no packages of the harness. Compiles only
# one file, because the main build compiles all.
file(WRITE ${WORK_DIR}/parent/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)
project(parent LANGUAGES CXX)
add_subdirectory(${SOURCE_DIR} sudoku)
add_executable(consumer ${CMAKE_CURRENT_LIST_DIR}/consumer.cpp)
target_link_libraries(consumer PRIVATE sudoku::engines)
foreach(target sudoku_harness sudoku-bench sudoku-tests)
  if(TARGET \${target})
    message(FATAL_ERROR \"unexpected target \${target}\")
  endif()
endforeach()
")
run(${CMAKE_COMMAND} -S ${WORK_DIR}/parent -B ${WORK_DIR}/parent/build -G ${GENERATOR}
  -D CMAKE_CXX_COMPILER=${CXX_COMPILER} -D SUDOKU_SOLVERS=OFF -D CMAKE_DISABLE_FIND_PACKAGE_TBB=ON
  -D CMAKE_DISABLE_FIND_PACKAGE_Boost=ON -D CMAKE_DISABLE_FIND_PACKAGE_Catch2=ON)
run(${CMAKE_COMMAND} --build ${WORK_DIR}/parent/build --target
  sudoku/engines/CMakeFiles/sudoku_engines.dir/registry.cpp.o)
