# Files that `cmake --install` adds to the program, and the packages of `cpack`.

# Manual pages and completions, which the program prints.
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/commands/commands.def command_lines REGEX "^COMMAND\\(")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS harness/commands/commands.def)
set(printed_dir ${PROJECT_BINARY_DIR}/share)
find_program(GZIP gzip REQUIRED)

# add_printed(FILE ARGUMENT...): writes the output of the program with these arguments to a file.
function(add_printed file)
  set(path ${printed_dir}/${file})
  cmake_path(GET path PARENT_PATH folder)
  file(MAKE_DIRECTORY ${folder})
  set(command sudoku-bench ${ARGN} > ${path})
  if(path MATCHES "\\.gz$")
    set(command sudoku-bench ${ARGN} | ${GZIP} -9n > ${path})
  endif()
  add_custom_command(OUTPUT ${path} COMMAND ${command} DEPENDS sudoku-bench VERBATIM)
  set_property(GLOBAL APPEND PROPERTY SUDOKU_PRINTED ${path})
endfunction()

add_printed(man/man1/sudoku-bench.1.gz manual)
foreach(line IN LISTS command_lines)
  string(REGEX REPLACE "^COMMAND\\(([a-z]+),.*" "\\1" command "${line}")
  add_printed(man/man1/sudoku-bench-${command}.1.gz manual ${command})
endforeach()
add_printed(bash-completion/completions/sudoku-bench completions bash)
add_printed(zsh/_sudoku-bench completions zsh)
add_printed(fish/vendor_completions.d/sudoku-bench.fish completions fish)
get_property(printed GLOBAL PROPERTY SUDOKU_PRINTED)
add_custom_target(sudoku-printed ALL DEPENDS ${printed})
# Everything that is installed.
add_custom_target(installable DEPENDS sudoku-bench sudoku_engines_shared sudoku_c sudoku-printed)
install(DIRECTORY ${printed_dir}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR})
install(DIRECTORY ${printed_dir}/ DESTINATION ${CMAKE_INSTALL_DATADIR} PATTERN man EXCLUDE
  PATTERN zsh EXCLUDE)
install(FILES ${printed_dir}/zsh/_sudoku-bench DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)

install_report_scripts(${CMAKE_INSTALL_DATADIR}/sudoku-bench/scripts)

install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(FILES ${PROJECT_SOURCE_DIR}/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
execute_process(COMMAND ${GZIP} -9nc ${PROJECT_SOURCE_DIR}/CHANGELOG.md
  OUTPUT_FILE ${PROJECT_BINARY_DIR}/changelog.gz COMMAND_ERROR_IS_FATAL ANY)
install(FILES ${PROJECT_BINARY_DIR}/changelog.gz DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(CPACK_PACKAGE_VENDOR "The sudoku-bench authors")
set(CPACK_PACKAGE_CONTACT "The sudoku-bench authors <sudoku-bench@example.org>")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_FILE_NAME ${PROJECT_NAME}-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_VERBATIM_VARIABLES ON)
if(SUDOKU_PORTABLE)
  set(CPACK_GENERATOR TGZ)
else()
  set(CPACK_GENERATOR DEB)
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
  set(CPACK_DEBIAN_PACKAGE_SECTION math)
  set(CPACK_DEBIAN_PACKAGE_DEPENDS python3)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
  # For libsudoku.so: the dependency of packages that link it, and the update of the loader's cache.
  set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
  set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
  file(WRITE ${PROJECT_BINARY_DIR}/triggers "activate-noawait ldconfig\n")
  set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/triggers)
  set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "python3-jinja2, python3-matplotlib, python3-pandas, python3-xxhash")
  set(CPACK_DEBIAN_PACKAGE_SUGGESTS clasp)
  set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
    "Runs interchangeable engines on puzzles, checks every answer, and reports which engine is\nfaster, by how much, with a 95 % interval. Counts solutions and generates puzzles.")

  # Debian also requires a changelog of the package, and has another folder for the completions of zsh.
  set(debian_root ${PROJECT_BINARY_DIR}/debian)
  set(debian_dir ${debian_root}/usr)
  file(STRINGS ${PROJECT_SOURCE_DIR}/CHANGELOG.md release REGEX "^## ${PROJECT_VERSION} - " LIMIT_COUNT 1)
  string(REGEX REPLACE ".* - " "" release_day "${release}")
  execute_process(COMMAND date --utc --rfc-email --date ${release_day}
    OUTPUT_VARIABLE release_time OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  file(WRITE ${debian_dir}/share/doc/${PROJECT_NAME}/changelog.Debian
    "${PROJECT_NAME} (${PROJECT_VERSION}-1) unstable; urgency=medium\n\n  * Version ${PROJECT_VERSION}.\n\n"
    " -- ${CPACK_PACKAGE_CONTACT}  ${release_time}\n")
  execute_process(COMMAND ${GZIP} -9nf ${debian_dir}/share/doc/${PROJECT_NAME}/changelog.Debian
    COMMAND_ERROR_IS_FATAL ANY)
  add_custom_command(OUTPUT ${debian_dir}/share/zsh/vendor-completions/_sudoku-bench
    COMMAND ${CMAKE_COMMAND} -E copy ${printed_dir}/zsh/_sudoku-bench
      ${debian_dir}/share/zsh/vendor-completions/_sudoku-bench
    DEPENDS ${printed_dir}/zsh/_sudoku-bench)
  add_custom_target(sudoku-debian ALL DEPENDS ${debian_dir}/share/zsh/vendor-completions/_sudoku-bench)
  set(CPACK_INSTALLED_DIRECTORIES ${debian_root} /)
endif()
include(CPack)
