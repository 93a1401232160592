# Sourced, with bash, by the scripts one folder up: packages and builds. Takes a first argument
# `--no-install` off the script's arguments. Says everything on standard error, because standard
# output belongs to the program that a script ends in, and leaves standard input to it.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

# Names in Debian 12 and in Ubuntu 24.04. Configuring needs the libraries of the tests as well.
# shellcheck disable=SC2034  # read by the scripts
{
  build_packages=(
    g++ cmake ninja-build pkg-config
    libtbb-dev libboost-program-options-dev nlohmann-json3-dev libxxhash-dev libfmt-dev
    zlib1g-dev libzstd-dev libbenchmark-dev catch2 libpfm4-dev
  )
  # What is searched with by the engines of packages (engines/solvers.def), each of them optional.
  solver_packages=(libcadical-dev minisat libcryptominisat5-dev libgecode-dev libqqwing-dev clasp)
  report_packages=(python3 python3-matplotlib python3-pandas python3-scipy python3-jinja2 python3-xxhash)
  # Of the Python module: what it is built with, and what its tests take.
  module_packages=(pybind11-dev python3-dev)
  module_test_packages=(python3-venv python3-nbclient python3-ipykernel)
  test_packages=("${report_packages[@]}" python3-selenium man-db zsh fish
    "${module_packages[@]}" "${module_test_packages[@]}")
  browser_packages=(chromium chromium-driver) # Debian alone has them
  arm_packages=( # of another architecture, see .github/CONTRIBUTING.md
    g++-aarch64-linux-gnu qemu-user
    {libc6,libtbb-dev,libboost-program-options-dev,libxxhash-dev,libfmt-dev}:arm64
    {zlib1g-dev,libzstd-dev,libbenchmark-dev}:arm64
  )
  # The sanitizers of clang 19 name functions, by which leaks of libraries are told, with llvm-19.
  check_packages=(clang clang-19 libclang-rt-19-dev llvm-19 clang-format clang-tidy shellcheck flake8 python3
    "${module_packages[@]}")
}

may_install=yes
if [[ ${1-} == --no-install ]]; then
  may_install=no
  shift
fi

# has_option NAME ARGUMENT...: whether it is among the arguments.
has_option() {
  local name=$1 argument
  for argument in "${@:2}"; do
    [[ $argument != "$name" && $argument != "$name="* ]] || return 0
  done
  return 1
}

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

fail() {
  say "$*"
  exit 1
}

# Runs a command without a word, unless it fails: then everything that it said is shown.
run_quietly() {
  local output status=0
  output=$("$@" 2>&1 </dev/null) || status=$?
  if ((status != 0)); then
    printf '%s\n' "$output" >&2
    say "failed with exit code $status: $*"
  fi
  return "$status"
}

# The same, but on a terminal everything is shown as it is said.
run_visibly() {
  if [[ -t 2 ]]; then
    "$@" </dev/null >&2
  else
    run_quietly "$@"
  fi
}

missing_packages() {
  local installed package
  installed=$(dpkg-query --show --showformat='${Package} ${db:Status-Status}\n' "$@" 2>/dev/null) ||
    true # a name that dpkg has never heard of is missing, too
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

update_package_lists() {
  as_root apt-get update || say "trying with the package lists at hand"
}

# Installs those of the packages that are missing.
require_packages() {
  if ! command -v dpkg-query >/dev/null; then
    [[ $may_install == no ]] && return # whoever says so has the libraries from elsewhere
    fail "this system is no Debian or Ubuntu. Install what these packages stand for: $*;" \
      "then call ${0##*/} --no-install."
  fi
  local missing
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]} > 0)) || return 0
  local install=(apt-get install --yes --no-install-recommends "${missing[@]}")
  [[ $may_install == yes ]] || fail "packages are missing. Install them with: ${install[*]}"

  ((EUID == 0)) || command -v sudo >/dev/null ||
    fail "packages are missing. As root: ${install[*]}"
  say "installing ${missing[*]}"
  update_package_lists
  as_root "${install[@]}"
}

# Those of the packages that the system could install.
known_packages() {
  command -v apt-cache >/dev/null || return 0
  apt-cache --quiet madison "$@" 2>/dev/null | awk '{ print $1 }' | sort --unique
}

# Installs those of the packages that engines search with, and has the build look for them. A package
# that the system does not know is left out: its engine is unavailable.
require_solvers() {
  local solvers missing
  mapfile -t solvers < <(known_packages "${solver_packages[@]}")
  mapfile -t missing < <(missing_packages "${solver_packages[@]}")
  if ((${#solvers[@]} == 0)); then
    say "the system knows none of ${solver_packages[*]}"
    return
  fi
  require_packages "${solvers[@]}"
  ((${#missing[@]} == 0)) || rm --force "$root"/build/*/build.ninja
}

# What the tests take. Where no browser can or may be installed, its tests are skipped.
require_test_packages() {
  require_packages "${build_packages[@]}" "${test_packages[@]}"
  [[ $may_install == yes ]] || return 0
  local browser
  mapfile -t browser < <(known_packages "${browser_packages[@]}")
  ((${#browser[@]} == 0)) || require_packages "${browser[@]}"
}

# The generated build files configure themselves again where need be.
configure() {
  [[ -f $root/build/$1/build.ninja ]] || run_quietly cmake -S "$root" --preset "$1"
}

# build PRESET [TARGET...]: everything, where no target is named.
build() {
  local preset=$1 targets=("${@:2}")
  ((${#targets[@]} > 0)) || targets=(all)
  say "building ${targets[*]} (preset $preset)"
  configure "$preset"
  run_visibly cmake --build "$root/build/$preset" --parallel "$(nproc)" --target "${targets[@]}"
}

# test_preset PRESET [CTEST-ARGUMENT...]: one more at once than there are processors, as some tests wait for what hangs.
test_preset() {
  (cd "$root" && ctest --preset "$1" --parallel "$(($(nproc) + 1))" "${@:2}")
}
