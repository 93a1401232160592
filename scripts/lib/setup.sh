# Sourced by the bash scripts in scripts/ and .ci/: installs packages, builds and tests.
# Removes a first argument `--no-install` from the arguments of the script. Prints to standard error,
# because standard output belongs to the program that the script runs. Does not read standard input.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

# Package names are the same in Debian 12 and Ubuntu 24.04.
# shellcheck disable=SC2034  # the scripts use them
{
  # CMake's configure step also needs the libraries of the tests.
  build_packages=(
    g++ cmake ninja-build pkg-config
    libtbb-dev libboost-program-options-dev nlohmann-json3-dev libxxhash-dev libfmt-dev
    zlib1g-dev libzstd-dev liblzma-dev libbz2-dev libminizip-dev libbenchmark-dev catch2
  )
  # Optional. The solvers behind the engines of engines/solvers.def.
  solver_packages=(libcadical-dev minisat libcryptominisat5-dev libgecode-dev libqqwing-dev clasp)
  report_packages=(python3 python3-matplotlib python3-pandas python3-jinja2 python3-xxhash)
  module_packages=(pybind11-dev python3-dev)
  module_test_packages=(python3-venv python3-nbclient python3-ipykernel)
  cli_test_packages=("${report_packages[@]}" man-db zsh fish)
  test_packages=("${cli_test_packages[@]}" python3-selenium "${module_packages[@]}" "${module_test_packages[@]}")
  browser_packages=(chromium chromium-driver) # only Debian has them
  arm_packages=(
    g++-aarch64-linux-gnu qemu-user
    {libc6,libtbb-dev,libboost-program-options-dev,libxxhash-dev,libfmt-dev}:arm64
    {zlib1g-dev,libzstd-dev,liblzma-dev,libbz2-dev,libminizip-dev,libbenchmark-dev}:arm64
  )
  lint_packages=(clang clang-format clang-tidy shellcheck flake8 python3 "${module_packages[@]}")
  # The leak sanitizer needs function names from llvm-19 to apply tests/lsan.supp.
  sanitizer_packages=(clang-19 libclang-rt-19-dev llvm-19)
}

# dpkg rewrites this file whenever a package is installed or removed.
package_database=/var/lib/dpkg/status

may_install=yes
if [[ ${1-} == --no-install ]]; then
  may_install=no
  shift
fi

# has_option NAME ARGUMENT...: succeeds if the option is among the arguments.
has_option() {
  local name=$1 argument
  for argument in "${@:2}"; do
    [[ $argument != "$name" && $argument != "$name="* ]] || return 0
  done
  return 1
}

# help_if_asked TEXT ARGUMENT...: prints the text and exits if one of the arguments is -h or --help.
help_if_asked() {
  has_option --help "${@:2}" || has_option -h "${@:2}" || return 0
  printf '%s\n' "$1"
  exit 0
}

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

fail() {
  say "$*"
  exit 1
}

# bad_usage MESSAGE: prints the message and the usage of the script, and exits.
bad_usage() {
  say "$*"
  say "${usage:?}"
  exit 2
}

# Ends the script successfully without its test.
skip() {
  say "skipped: $*"
  exit 0
}

# Runs a command and shows its output only if it fails.
run_quietly() {
  local output status=0
  output=$("$@" 2>&1 </dev/null) || status=$?
  if ((status != 0)); then
    printf '%s\n' "$output" >&2
    say "failed with exit code $status: $*"
  fi
  return "$status"
}

# Runs a command. Shows its output if standard error is a terminal or the command fails.
run_visibly() {
  if [[ -t 2 ]]; then
    "$@" </dev/null >&2
  else
    run_quietly "$@"
  fi
}

# Prints the packages that are not installed.
missing_packages() {
  local installed package
  installed=$(dpkg-query --show --showformat='${Package} ${db:Status-Status}\n' "$@" 2>/dev/null) ||
    true # dpkg-query fails if one name is unknown
  for package in "$@"; do
    grep --quiet --line-regexp --fixed-strings "$package installed" <<<"$installed" ||
      printf '%s\n' "$package"
  done
}

as_root() {
  local command=(env DEBIAN_FRONTEND=noninteractive "$@")
  ((EUID == 0)) || command=(sudo "${command[@]}")
  run_quietly "${command[@]}"
}

# Runs apt-get as root. Waits for other calls of this function, because steps of .ci/run can overlap.
apt_get() { as_root flock /var/cache/apt apt-get "$@"; }

update_package_lists() {
  apt_get update || say "cannot update the package lists; using the old ones"
}

# Installs the missing packages.
require_packages() {
  if ! command -v dpkg-query >/dev/null; then
    [[ $may_install == no ]] && return # the user may have installed the libraries in another way
    fail "this system is not Debian or Ubuntu. Install the equivalents of: $*;" \
      "then run ${0##*/} --no-install."
  fi
  local missing
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]} > 0)) || return 0
  local install=(install --yes --no-install-recommends "${missing[@]}")
  [[ $may_install == yes ]] || fail "packages are missing. Install them with: apt-get ${install[*]}"

  ((EUID == 0)) || command -v sudo >/dev/null ||
    fail "packages are missing. Run as root: apt-get ${install[*]}"
  say "installing ${missing[*]}"
  update_package_lists
  apt_get "${install[@]}"
}

# Prints the packages that the system offers.
known_packages() {
  command -v apt-cache >/dev/null || return 0
  apt-cache --quiet madison "$@" 2>/dev/null | awk '{ print $1 }' | sort --unique
}

# Installs the solver packages that the system offers. Engines of other packages will be unavailable.
require_solvers() {
  local solvers
  mapfile -t solvers < <(known_packages "${solver_packages[@]}")
  if ((${#solvers[@]} == 0)); then
    say "this system offers none of ${solver_packages[*]}"
    return
  fi
  require_packages "${solvers[@]}"
}

# Installs the packages of the tests. Without a browser, some tests are skipped.
require_test_packages() {
  require_packages "${build_packages[@]}" "${test_packages[@]}"
  [[ $may_install == yes ]] || return 0
  local browser
  mapfile -t browser < <(known_packages "${browser_packages[@]}")
  ((${#browser[@]} == 0)) || require_packages "${browser[@]}"
}

# Configures a build if it is new or older than the last package: that may be an optional dependency.
# Ninja repeats the configuration if a CMake file changed.
configure() {
  [[ $root/build/$1/build.ninja -nt $package_database ]] || run_quietly cmake -S "$root" --preset "$1"
}

# build PRESET [TARGET...]: builds the targets, or everything without targets.
build() {
  local preset=$1 targets=("${@:2}")
  ((${#targets[@]} > 0)) || targets=(all)
  say "building ${targets[*]} (preset $preset)"
  configure "$preset"
  run_visibly cmake --build "$root/build/$preset" --parallel "$(nproc)" --target "${targets[@]}"
}

# test_preset PRESET [CTEST-ARGUMENT...]: runs the tests, then prints why some were skipped.
# Some tests wait for timeouts, so ctest runs one test more than there are processors.
test_preset() {
  local log=$root/build/$1/Testing/Temporary/LastTest.log status=0
  rm --force "$log"
  (cd "$root" && ctest --preset "$1" --parallel "$(($(nproc) + 1))" "${@:2}") || status=$?
  [[ ! -f $log ]] || print_skipped_tests "$log"
  return "$status"
}

# Prints the names and reasons of the skipped tests in a log of ctest.
print_skipped_tests() {
  awk '
    / Test: / && /^[0-9]+\// { name = $0; sub(/^[^:]*: /, "", name); reason = "" }
    /^skipped: / && reason == "" { reason = substr($0, length("skipped: ") + 1) }
    /^Skip regular expression found in output/ {
      if (!count++) print "Skipped tests:"
      print "  " name ": " reason
    }' "$1"
}
