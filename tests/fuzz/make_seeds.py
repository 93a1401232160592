#!/usr/bin/python3
"""Writes the seeds of the fuzzers, one folder and one dictionary for each target. Most are results of the program.

make_seeds.py PROGRAM DIRECTORY
"""

import gzip
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PUZZLES = HERE / "puzzles.txt"
DATASETS = HERE.parent / "fixtures" / "datasets"
RESULTS = ("counts.csv", "puzzles.csv", "runs.csv", "summary.csv", "blocks.csv", "progress.csv", "context.json")
SOLUTION = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
COMMAND_LINES = [
    "--help",
    "engines",
    "bench --engine dlx,bitmask --dataset a.txt --timeout 10ms --threads 2 --out d --force",
    "bench --plugin mine=./mine.so:Solve --engine-cmd other=./other --context a=b --shard 0/2",
    "solve a.txt --max-solutions 0 --timeout 1s --engine stack --cell-order row",
    "convert a.csv --column 2 --to csv --skip-invalid",
    "audit a.txt --isomorphs --json --list 3",
    "generate --puzzles 10 --minimal --clues 22..24 --symmetry rotate180 --difficulty hard",
    "generate --puzzles 4 --mine --rounds 2 --out a.txt",
    "count a.txt --checkpoint d --resume --check dlx --check-sample 10 --shard 1/4",
    "merge a b --out c --force",
    "compare a b --noise-threshold 3%",
    "plan --shards 8 --backend slurm a.txt --out d -- --max-solutions 2",
    "selftest --engine dlx --trials 4 --seed 7",
]

# Words of every dictionary: ends of lines, marks, and numbers at the limits of types.
WORDS = [r"\x0A", r"\x0D\x0A", ",", r"\"", r"\"\"", "{", "}", "[", "]", ":", "=", "--", "..", "null", "true",
         "0", "-1", "-0", "1.5", "1e999", "9223372036854775808", "18446744073709551616",
         ">=340282366920938463463374607431768211455"]


class Seeds:
    """Runs the program in `work`, so that its results contain only relative paths. Writes seeds to `directory`."""

    def __init__(self, program, directory, work):
        self.program = program
        self.directory = directory
        self.work = work

    def run(self, *arguments):
        command = [self.program, *map(str, arguments)]
        done = subprocess.run(command, cwd=self.work, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stderr}")

    def write(self, target, name, content):
        folder = self.directory / target
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def without_machine(context):
    """Shortens the machine in context.json to the CPU, which readers need. Removes the digest: fuzz targets add it."""
    run = json.loads(context)
    run.pop("digest", None)
    run["machine"] = {"cpu": "any"}
    return json.dumps(run, indent=1).encode() + b"\n"


def archive(**directories):
    """Returns the files of result directories as one input, see `unpack` in fuzzing.h."""
    pieces = []
    for letter, directory in directories.items():
        for name in RESULTS:
            path = directory / name
            if not path.exists():
                continue
            content = path.read_bytes()
            pieces.append(f"== {letter}/{name} ==\n".encode())
            pieces.append(without_machine(content) if name == "context.json" else content)
    return b"".join(pieces)


def seed_datasets(seeds):
    for path in [*DATASETS.iterdir(), PUZZLES]:
        seeds.write("dataset_fuzz", path.name, path.read_bytes())
        seeds.write("dataset_fuzz", path.name + ".gz", gzip.compress(path.read_bytes(), mtime=0))
    for number, line in enumerate(PUZZLES.read_text().splitlines()):
        seeds.write("grid_fuzz", f"puzzle{number}", line.encode())


def two_shards(seeds, name, arguments):
    """Returns the results of two shards as one input."""
    shards = [seeds.work / f"{name}{number}" for number in range(2)]
    for number, shard in enumerate(shards):
        seeds.run(*arguments, "--shard", f"{number}/2", "--out", shard.name)
    return archive(a=shards[0], b=shards[1])


def seed_contexts(seeds):
    """Writes the context.json of shards with the same options as `Shards` in commands.cpp."""
    common = ["--threads", "1", "--shard", "0/2"]
    seeds.run("bench", "puzzles.txt", "--engine", "dlx,bitmask", "--quiet", "--warmup", "1x", "--block-size", "1",
              "--repetitions", "2", *common, "--out", "bench")
    seeds.run("count", "puzzles.txt", "--engine", "bitmask", "--max-solutions", "9", *common, "--out", "count")
    for name in ("bench", "count"):
        context = (seeds.work / name / "context.json").read_bytes()
        seeds.write("context_fuzz", name, without_machine(context))


def seed_counts(seeds):
    # The fuzzer needs the same path, because the context contains it.
    seeds.run("count", PUZZLES, "--engine", "bitmask", "--threads", "1", "--per-puzzle", "--checkpoint", "saved",
              "--out", "result")
    seeds.write("checkpoint_fuzz", "whole", archive(checkpoint=seeds.work / "saved" / "checkpoint"))
    count = ["count", "puzzles.txt", "--per-puzzle", "--max-solutions", "9", "--threads", "1"]
    seeds.write("merge_fuzz", "count", two_shards(seeds, "count", count))


def seed_benches(seeds):
    bench = ["bench", "--dataset", "few.txt", "--engine", "dlx,bitmask", "--threads", "1", "--quiet"]
    bench += ["--warmup", "1x", "--block-size", "1", "--repetitions", "2"]
    runs = [seeds.work / name for name in ("old", "new")]
    for run in runs:
        seeds.run(*bench, "--out", run.name)
    seeds.write("compare_fuzz", "runs", archive(a=runs[0], b=runs[1]))
    for name in ("summary.csv", "blocks.csv", "runs.csv"):
        seeds.write("csv_table_fuzz", name, (runs[0] / name).read_bytes())
    seeds.write("merge_fuzz", "bench", two_shards(seeds, "bench", bench))
    seeds.write("merge_fuzz", "bench-puzzles", two_shards(seeds, "bench-puzzles", [*bench, "--per-puzzle"]))


def seed_pools(seeds):
    seeds.run("generate", "--puzzles", "2", "--mine", "--rounds", "1", "--threads", "1", "--out", "mined.txt")
    seeds.write("pool_fuzz", "pool.json", (seeds.work / "mined.txt.pool.json").read_bytes())


def seed_command_lines(seeds):
    """Writes the command lines, and a seed with the options of all commands."""
    commands = [line.split()[0] for line in COMMAND_LINES[1:]]
    helps = [subprocess.run([seeds.program, "help", command], check=True, capture_output=True, text=True).stdout
             for command in dict.fromkeys(commands)]
    options = dict.fromkeys(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", "".join(helps)))
    seeds.write("command_line_fuzz", "options", "\n".join(options).encode())
    for number, line in enumerate(COMMAND_LINES):
        seeds.write("command_line_fuzz", f"line{number}", line.replace(" ", "\n").encode())


def copy_corpus(seeds):
    """Adds the inputs that once failed."""
    for path in (HERE / "corpus").glob("*/*"):
        seeds.write(path.parent.name, f"corpus-{path.name}", path.read_bytes())


def write_dictionaries(directory):
    """Writes a dictionary for each target: <target>.dict if it exists, then WORDS and the words of the seeds."""
    for folder in [path for path in directory.iterdir() if path.is_dir()]:
        own = HERE / f"{folder.name}.dict"
        words = {word for path in folder.iterdir() if path.suffix != ".gz"
                 for word in re.findall(r"(?<![\w-])[-.]*[A-Za-z_][\w./-]*", path.read_text("utf-8", "ignore"))
                 if len(word) < 50}
        text = own.read_text("utf-8") if own.exists() else ""
        lines = "".join(f'"{word}"\n' for word in [*WORDS, *sorted(words)] if word.isascii())
        (directory / f"{folder.name}.dict").write_text(text + lines, "utf-8")


def seed_answers(seeds):
    for number, answer in enumerate(["0", "1 " + SOLUTION, f"12,\t{SOLUTION}\r", "hello"]):
        seeds.write("answer_fuzz", f"answer{number}", answer.encode())


def main():
    program, directory = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    shutil.rmtree(directory, ignore_errors=True)
    with tempfile.TemporaryDirectory() as work:
        seeds = Seeds(program, directory, pathlib.Path(work))
        puzzles = PUZZLES.read_text().splitlines(keepends=True)
        (seeds.work / "puzzles.txt").write_text("".join(puzzles))
        (seeds.work / "few.txt").write_text("".join(puzzles[:4]))
        for seed in (seed_datasets, seed_contexts, seed_counts, seed_benches, seed_pools, seed_command_lines,
                     seed_answers, copy_corpus):
            seed(seeds)
    write_dictionaries(directory)


if __name__ == "__main__":
    main()
