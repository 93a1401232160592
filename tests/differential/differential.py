#!/usr/bin/python3
"""Compares every engine with an independent solver on seventeen kinds of boards.

Each round draws boards of each kind. It runs `bench` with all engines on each board and on an isomorph, and `count`
and `solve` with each engine, with several values of --max-solutions. It checks that
- counts equal those of the reference,
- `solve` prints solutions,
- sums equal the sums of their rows,
- a search that timed out found no more solutions than the board has.
"""

import argparse
import collections
import csv
import pathlib
import random
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
STOCHASTIC = ("anneal",)  # finds a solution or gives up
LIMITS = (0, 1, 2, 3, 7)
MOST = 20_000  # requests all solutions of boards with at most this number
PATIENCE = 600  # seconds; a longer call counts as a hang


# Boards are lists of 81 numbers. An empty cell is 0.

def parse(line):
    return [int(c) if c in "123456789" else 0 for c in line]


def text(board):
    return "".join(str(digit or ".") for digit in board)


def houses(cell):
    row, column = divmod(cell, 9)
    return row, 9 + column, 18 + row // 3 * 3 + column // 3


def peers(cell):
    return [other for other in range(81) if other != cell and any(a == b for a, b in zip(houses(cell), houses(other)))]


PEERS = [peers(cell) for cell in range(81)]


def is_solution(board, puzzle):
    seen = collections.Counter((house, digit) for cell, digit in enumerate(board) for house in houses(cell))
    return len(board) == 81 and 0 not in board and len(seen) == 243 \
        and all(clue in (0, digit) for clue, digit in zip(puzzle, board))


def isomorph(board, rng):
    def lines():
        bands = rng.sample(range(3), 3)
        return [3 * band + line for band in bands for line in rng.sample(range(3), 3)]
    digits = [0] + rng.sample(range(1, 10), 9)
    rows, columns, is_transposed = lines(), lines(), rng.random() < 0.5
    image = []
    for row in rows:
        for column in columns:
            cell = 9 * column + row if is_transposed else 9 * row + column
            image.append(digits[board[cell]])
    return image


def read_puzzles(name):
    lines = (ROOT / "datasets" / name).read_text("utf-8").splitlines()
    return [parse(line[:81]) for line in lines
            if len(line) >= 81 and not line.startswith("#") and line[:81].strip(".123456789") == ""]


class Boards:
    """Draws boards of all kinds."""

    def __init__(self, rng, solve):
        self.rng = rng
        self.unique = read_puzzles("hard.txt") + read_puzzles("easy.txt")
        self.minimal = read_puzzles("minimal.txt")
        self.hardest = read_puzzles("extreme.txt") + read_puzzles("famous.txt")
        self.sparse = [p for p in self.minimal + self.hardest if 81 - p.count(0) <= 20]
        self.impossible = read_puzzles("impossible.txt")
        self.solve = solve  # returns one solution for each puzzle of a list

    def draw(self, count):
        """Returns `count` boards of each kind as pairs (kind, board)."""
        puzzles = [isomorph(self.rng.choice(self.unique), self.rng) for _ in range(count)]
        full = self.solve(puzzles)
        boards = []
        for puzzle, grid in zip(puzzles, full):
            boards += [(kind, make(puzzle, grid)) for kind, make in self.kinds().items()]
        return boards

    def kinds(self):
        return {
            "clash in a row": lambda puzzle, grid: self.clash(puzzle, 0),
            "clash in a column": lambda puzzle, grid: self.clash(puzzle, 1),
            "clash in a box": lambda puzzle, grid: self.clash(puzzle, 2),
            "full": lambda puzzle, grid: grid,
            "full and wrong": lambda puzzle, grid: self.change_digit(grid),
            "one clue short": lambda puzzle, grid: self.opened(grid, 1),
            "nearly full": lambda puzzle, grid: self.opened(grid, self.rng.randint(2, 40)),
            "nearly empty": lambda puzzle, grid: self.opened(grid, self.rng.randint(72, 81)),
            "one solution": lambda puzzle, grid: puzzle,
            "few clues": lambda puzzle, grid: self.any_of(self.sparse),
            "minimal": lambda puzzle, grid: self.any_of(self.minimal),
            "hard": lambda puzzle, grid: self.any_of(self.hardest),
            "several solutions": lambda puzzle, grid: self.opened(puzzle, self.rng.randint(1, 3)),
            "many solutions": lambda puzzle, grid: self.opened(puzzle, self.rng.randint(4, 7)),
            "a cell without a candidate": self.block_cell,
            "a wrong clue": self.add_wrong_clue,
            "impossible": lambda puzzle, grid: self.any_of(self.impossible),
        }

    def any_of(self, puzzles):
        return isomorph(self.rng.choice(puzzles), self.rng)

    def opened(self, board, count):
        board = list(board)
        filled = [cell for cell in range(81) if board[cell]]
        for cell in self.rng.sample(filled, min(count, len(filled))):
            board[cell] = 0
        return board

    def clash(self, puzzle, kind):
        """Returns a board with two equal clues in a house. It may be nearly empty."""
        board = self.opened(puzzle, self.rng.choice([0, 0, 15, 81]))
        house = self.rng.randrange(9 * kind, 9 * kind + 9)
        cells = [cell for cell in range(81) if house in houses(cell)]
        digit = self.rng.randint(1, 9)
        for cell in self.rng.sample(cells, 2):
            board[cell] = digit
        return board

    def change_digit(self, grid):
        board = list(grid)
        cell = self.rng.randrange(81)
        board[cell] = self.rng.choice([digit for digit in range(1, 10) if digit != board[cell]])
        return board

    def block_cell(self, puzzle, grid):
        """Fills the peers of an empty cell with all nine digits, if that is possible without a clash."""
        board = list(puzzle)
        target = self.rng.choice([cell for cell in range(81) if not board[cell]])
        for cell in self.rng.sample(PEERS[target], 20):
            missing = set(range(1, 10)) - {board[peer] for peer in PEERS[target]}
            fitting = sorted(missing - {board[peer] for peer in PEERS[cell]})
            if not board[cell] and fitting:
                board[cell] = self.rng.choice(fitting)
        return board

    def add_wrong_clue(self, puzzle, grid):
        """Adds a clue that differs from the solution but clashes with no clue, if there is one."""
        board = list(puzzle)
        choices = [(cell, digit) for cell in range(81) if not board[cell] for digit in range(1, 10)
                   if digit != grid[cell] and digit not in {board[peer] for peer in PEERS[cell]}]
        if choices:
            cell, digit = self.rng.choice(choices)
            board[cell] = digit
        return board


class Comparison:
    """Compares the engines with the reference."""

    def __init__(self, arguments, directory):
        self.program = str(pathlib.Path(arguments.program).resolve())
        default = pathlib.Path(self.program).with_name("differential-reference")
        self.reference = str(pathlib.Path(arguments.reference or default).resolve())
        self.timeout = arguments.timeout
        self.directory = pathlib.Path(directory)
        self.checked = self.failed = 0
        engines = self.run("engines") or sys.exit("differential: cannot list the engines")
        self.engines = [line.split()[0] for line in engines.stdout.splitlines() if "(unavailable: " not in line]

    def run(self, *arguments):
        """Returns the finished process, or None if it hung or failed."""
        try:
            result = subprocess.run([self.program, *arguments], capture_output=True, text=True,
                                    cwd=self.directory, timeout=PATIENCE, check=False,
                                    stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            self.report(f"hang of {' '.join(arguments)}")
            return None
        if result.returncode not in (0, 3, 75):
            self.report(f"exit code {result.returncode} of {' '.join(arguments)}", result.stderr)
            return None
        return result

    def report(self, what, *details):
        self.failed += 1
        print(f"WRONG: {what}:", *details)

    def ask_reference(self, lines, limit):
        """Returns the number of solutions and one solution for each line."""
        result = subprocess.run([self.reference, str(limit)], input="\n".join(lines) + "\n",
                                capture_output=True, text=True, check=True, timeout=PATIENCE)
        answers = [line.split(" ") for line in result.stdout.splitlines()]
        for line, (count, solution) in zip(lines, answers, strict=True):
            if solution and not is_solution(parse(solution), parse(line)):
                sys.exit(f"the reference is wrong: {count} {solution}: {line}")
        return [(int(count), solution) for count, solution in answers]

    def solve_all(self, puzzles):
        return [parse(solution) for _, solution in self.ask_reference([text(puzzle) for puzzle in puzzles], 1)]

    def round(self, boards):
        lines = [text(board) for _, board in boards]
        (self.directory / "boards.txt").write_text("\n".join(lines) + "\n", "utf-8")
        known = [count for count, _ in self.ask_reference(lines, MOST + 1)]
        self.kinds = dict(zip(lines, (kind for kind, _ in boards)))
        for limit in LIMITS:
            chosen = [(line, min(count, limit or count)) for line, count in zip(lines, known) if limit or count <= MOST]
            name = f"limit-{limit}.txt"
            (self.directory / name).write_text("".join(line + "\n" for line, _ in chosen), "utf-8")
            self.compare_bench(name, limit, chosen)
            for engine in self.engines:
                if engine not in STOCHASTIC:
                    self.compare_count(name, limit, engine, chosen)
                if engine != "bandjoin" and (limit == 1 or engine not in STOCHASTIC):
                    self.compare_solve(name, limit, engine, chosen)

    def check_count(self, what, line, is_solved, found, expected):
        where = f"{what} on {self.kinds[line]}"
        if not is_solved:
            if found > expected:
                self.report(f"{where}: stopped after {found} solutions, but there are {expected}", line)
            return
        self.checked += 1
        if found != expected:
            self.report(f"{where}: {found} solutions instead of {expected}", line)

    def rows(self, path):
        if not (self.directory / path).exists():
            return []
        with open(self.directory / path, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def compare_bench(self, name, limit, chosen):
        """Runs all engines on each board and on an isomorph. Checks the rows and their sums."""
        result = self.run("bench", name, "--max-solutions", str(limit), "--isomorphs", "2",
                          "--per-puzzle", "--timeout", self.timeout, "--time-limit", "0s", "--warmup",
                          "0s", "--quiet", "--force", "--out", "bench")
        if result is None:
            return
        if result.returncode == 3:
            self.report(f"bench --max-solutions {limit}", result.stderr)
        sums = collections.defaultdict(collections.Counter)
        for row in self.rows("bench/puzzles.csv"):
            line, expected = chosen[int(row["line"]) - 1]
            is_solved = row["runstatus"] == "ok"
            self.check_count(f"bench {row['engine']} limit {limit}", line, is_solved,
                             int(row["solutions"] or 0), expected)
            own = sums[row["engine"]]
            own["puzzles"] += 1
            if is_solved:
                own["solved"] += 1
                own["solutions"] += int(row["solutions"])
                own["guesses"] += int(row["guesses"] or 0)
            elif row["runstatus"] == "timeout":
                own["timeouts"] += 1
        for row in self.rows("bench/summary.csv"):
            if row["verdict"] in ("unavailable", "not_applicable"):
                continue
            for column in ("puzzles", "solved", "timeouts", "solutions", "guesses"):
                self.checked += 1
                if int(row[column] or 0) != sums[row["engine"]][column]:
                    self.report(f"bench {row['engine']} limit {limit}: {column} is {row[column]}",
                                f"the rows have {sums[row['engine']][column]}")

    def compare_count(self, name, limit, engine, chosen):
        if not self.run("count", name, "--engine", engine, "--max-solutions", str(limit), "--per-puzzle",
                        "--timeout", self.timeout, "--quiet", "--force", "--out", "count"):
            return
        rows = self.rows("count/puzzles.csv")
        if len(rows) != len(chosen):
            self.report(f"count {engine} limit {limit}", f"{len(rows)} rows instead of {len(chosen)}")
            return
        total = 0
        for row, (line, expected) in zip(rows, chosen):
            is_counted = row["runstatus"] == "ok"
            found = int(row["solutions"]) if is_counted else 0
            total += found
            self.check_count(f"count {engine} limit {limit}", line, is_counted, found, expected)
        self.checked += 1
        if int(self.rows("count/runs.csv")[0]["solutions"]) != total:
            self.report(f"count {engine} limit {limit}", f"the sum of the solutions is not {total}")

    def compare_solve(self, name, limit, engine, chosen):
        result = self.run("solve", name, "--engine", engine, "--max-solutions", str(limit), "--to",
                          "csv", "--timeout", self.timeout)
        if result is None:
            return
        undecided = {int(message.split(":")[1]) for message in result.stderr.splitlines()
                     if ": timed out after" in message or ": gave up after" in message}
        found = collections.defaultdict(list)
        for row in csv.DictReader(result.stdout.splitlines()):
            found[int(row["line"])].append(row["solution"])
        for number, (line, expected) in enumerate(chosen, 1):
            solutions = found[number]
            self.check_count(f"solve {engine} limit {limit}", line, number not in undecided, len(solutions), expected)
            if len(set(solutions)) != len(solutions):
                self.report(f"solve {engine} limit {limit}: duplicate solution", line)
            puzzle = parse(line)
            for solution in solutions:
                if not is_solution(parse(solution), puzzle):
                    self.report(f"solve {engine} limit {limit}: invalid solution: {solution}", line)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, help="sudoku-bench")
    parser.add_argument("--reference", help="differential-reference (default: in the folder of the program)")
    parser.add_argument("--minutes", type=float, default=0, help="run for this time (default: one round)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the boards (default: 1)")
    parser.add_argument("--timeout", default="100ms", metavar="TIME", help="time limit of a search (default: 100ms)")
    parser.add_argument("--boards", type=int, default=2, help="boards of each kind in a round (default: 2)")
    arguments = parser.parse_args()

    end = time.monotonic() + 60 * arguments.minutes
    with tempfile.TemporaryDirectory(prefix="sudoku-differential-") as directory:
        comparison = Comparison(arguments, directory)
        seed = arguments.seed
        while True:
            failed = comparison.failed
            boards = Boards(random.Random(seed), comparison.solve_all)
            comparison.round(boards.draw(arguments.boards))
            if comparison.failed > failed:
                print(f"repeat with: {sys.argv[0]} --program {arguments.program} --boards "
                      f"{arguments.boards} --timeout {arguments.timeout} --seed {seed}")
            seed += 1
            if time.monotonic() >= end:
                break
    print(f"{comparison.checked} answers checked, {comparison.failed} failed")
    return comparison.failed > 0


if __name__ == "__main__":
    sys.exit(main())
