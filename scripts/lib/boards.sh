# For scripts that generate boards, run engines on them and write a report. The caller has included
# setup.sh, and has set `seed` and `puzzles`, the number of puzzles per dataset.

# require_directory [DIR ARGUMENT...]: requires a first argument that is not an option.
require_directory() {
  [[ ${1:--} != -* ]] || bad_usage "a directory is required"
}

# begin_boards DIR: installs packages, builds the program and changes to DIR.
begin_boards() {
  require_packages "${build_packages[@]}" "${report_packages[@]}"
  build release sudoku-bench
  program=$root/build/release/sudoku-bench
  datasets=()
  mkdir --parents "$1/boards"
  cd "$1"
}

# make_boards NAME OPTION...: generates the dataset boards/NAME.txt.
make_boards() {
  local file=boards/$1.txt
  rm --force "$file" # others may have put a link in its place
  "$program" generate --puzzles "$puzzles" --seed "$seed" "${@:2}" >"$file"
  datasets+=("$file")
}

# bench_boards OPTION...: runs `bench` on all datasets and writes the report. Ends with the exit code
# of `bench`.
bench_boards() {
  local status=0
  has_option --timeout "$@" || set -- --timeout 10s "$@"
  has_option --time-limit "$@" || set -- --time-limit 0s "$@"
  "$program" bench --out . "$@" "${datasets[@]}" || status=$?
  ((status == 0 || status == 3)) || exit "$status"
  "$root/scripts/report.py" .
  exit "$status"
}
