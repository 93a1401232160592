import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias, overload

import numpy
import numpy.typing
import pandas

from sudoku_bench.results import Count as Count
from sudoku_bench.results import Run as Run
from sudoku_bench.tables import InputError as InputError

Array: TypeAlias = numpy.typing.NDArray[Any]  # (n, cells) or (cells,)
Cells: TypeAlias = numpy.typing.NDArray[numpy.uint8]
Shape: TypeAlias = str | tuple[int, int]
Puzzles: TypeAlias = str | Iterable[str] | Array

class Engine(NamedTuple):
    id: str
    summary: str
    available: bool
    obstacle: str
    package: str
    any_shape: bool
    counts_only: bool
    incomplete: bool

def engines() -> list[Engine]: ...
@overload
def solve(puzzles: str, engine: str | None = None, max_solutions: Literal[1] = 1, *,
          threads: int | None = None, shape: Shape | None = None) -> str | None: ...
@overload
def solve(puzzles: Array, engine: str | None = None, max_solutions: Literal[1] = 1, *,
          threads: int | None = None, shape: Shape | None = None) -> Cells: ...
@overload
def solve(puzzles: Iterable[str], engine: str | None = None, max_solutions: Literal[1] = 1, *,
          threads: int | None = None, shape: Shape | None = None) -> list[str | None]: ...
@overload
def solve(puzzles: str, engine: str | None = None, max_solutions: int = 1, *,
          threads: int | None = None, shape: Shape | None = None) -> list[str]: ...
@overload
def solve(puzzles: Array, engine: str | None = None, max_solutions: int = 1, *,
          threads: int | None = None, shape: Shape | None = None) -> list[Cells]: ...
@overload
def solve(puzzles: Iterable[str], engine: str | None = None, max_solutions: int = 1, *,
          threads: int | None = None, shape: Shape | None = None) -> list[list[str]]: ...
@overload
def count(puzzles: str, engine: str | None = None, max_solutions: int = 0, *,
          threads: int | None = None, shape: Shape | None = None) -> int: ...
@overload
def count(puzzles: Iterable[str] | Array, engine: str | None = None, max_solutions: int = 0, *,
          threads: int | None = None, shape: Shape | None = None) -> list[int]: ...
@overload
def check(puzzles: str, solutions: Puzzles, *, shape: Shape | None = None) -> bool: ...
@overload
def check(puzzles: Iterable[str] | Array, solutions: Puzzles, *,
          shape: Shape | None = None) -> numpy.typing.NDArray[numpy.bool_]: ...
@overload
def canonical(puzzles: str, *, threads: int | None = None, shape: Shape | None = None) -> str: ...
@overload
def canonical(puzzles: Array, *, threads: int | None = None, shape: Shape | None = None) -> Cells: ...
@overload
def canonical(puzzles: Iterable[str], *, threads: int | None = None, shape: Shape | None = None) -> list[str]: ...

Range: TypeAlias = int | tuple[int, int]

def generate(number: int, kind: Literal["minimal", "unique", "impossible", "grid", "any"] = "minimal", *,
             holes: int | None = None, clues: Range | None = None, solutions: Range | None = None,
             symmetry: str | None = None, difficulty: str | None = None, seed: int = 1,
             form: Literal["text", "array"] = "text", threads: int | None = None,
             shape: Shape | None = None) -> Any: ...  # list[str] or, of form "array", Cells
def program() -> str: ...
def bench(datasets: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] | Mapping[str, Puzzles],
          engines: str | Sequence[str] | None = None, max_solutions: int = 2, *, repetitions: int = 1,
          isomorphs: int = 1, threads: int | None = None,
          table: Literal["summary", "runs", "puzzles"] = "summary", out: str | os.PathLike[str] | None = None,
          options: Sequence[str] = ()) -> pandas.DataFrame: ...
def read_results(directory: str | os.PathLike[str]) -> Run | Count: ...
