import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias, overload

import numpy
import numpy.typing
import pandas

from sudoku_bench.results import Count as Count
from sudoku_bench.results import Run as Run
from sudoku_bench.tables import InputError as InputError

__version__: str

# Whole numbers of shape (cells,), (side, side), (n, cells) or (n, side, side).
Numbers: TypeAlias = (numpy.typing.NDArray[Any] | Sequence[int] | Sequence[Sequence[int]]
                      | Sequence[Sequence[Sequence[int]]] | Sequence[numpy.typing.NDArray[Any]])
# An array of the shape of the numbers; for one puzzle without a solution, solve returns None instead.
Cells: TypeAlias = numpy.typing.NDArray[numpy.uint8]
# For numbers, the type does not show whether they are one puzzle or several.
OneOrMany: TypeAlias = Any
Shape: TypeAlias = str | tuple[int, int]
Puzzles: TypeAlias = str | Iterable[str] | Numbers

class Engine(NamedTuple):
    id: str
    summary: str
    available: bool
    obstacle: str
    package: str
    any_shape: bool
    counts_only: bool
    incomplete: bool
    candidates: bool

def engines() -> list[Engine]: ...
@overload
def solve(puzzles: str, engine: str | None = None, max_solutions: Literal[1] = 1, *,
          candidates: Numbers | None = None, threads: int | None = None, shape: Shape | None = None) -> str | None: ...
@overload
def solve(puzzles: Numbers, engine: str | None = None, max_solutions: Literal[1] = 1, *,
          candidates: Numbers | None = None, threads: int | None = None, shape: Shape | None = None) -> Cells: ...
@overload
def solve(puzzles: Iterable[str], engine: str | None = None, max_solutions: Literal[1] = 1, *,
          candidates: Numbers | None = None, threads: int | None = None,
          shape: Shape | None = None) -> list[str | None]: ...
@overload
def solve(puzzles: str, engine: str | None = None, max_solutions: int = 1, *,
          candidates: Numbers | None = None, threads: int | None = None, shape: Shape | None = None) -> list[str]: ...
@overload
def solve(puzzles: Numbers, engine: str | None = None, max_solutions: int = 1, *,
          candidates: Numbers | None = None, threads: int | None = None, shape: Shape | None = None) -> list[Cells]: ...
@overload
def solve(puzzles: Iterable[str], engine: str | None = None, max_solutions: int = 1, *,
          candidates: Numbers | None = None, threads: int | None = None,
          shape: Shape | None = None) -> list[list[str]]: ...
@overload
def count(puzzles: str, engine: str | None = None, max_solutions: int = 0, *,
          candidates: Numbers | None = None, threads: int | None = None, shape: Shape | None = None) -> int: ...
@overload
def count(puzzles: Numbers, engine: str | None = None, max_solutions: int = 0, *,
          candidates: Numbers | None = None, threads: int | None = None, shape: Shape | None = None) -> OneOrMany: ...
@overload
def count(puzzles: Iterable[str], engine: str | None = None, max_solutions: int = 0, *,
          candidates: Numbers | None = None, threads: int | None = None, shape: Shape | None = None) -> list[int]: ...
@overload
def check(puzzles: str, solutions: Puzzles, *, candidates: Numbers | None = None,
          shape: Shape | None = None) -> bool: ...
@overload
def check(puzzles: Numbers, solutions: Puzzles, *, candidates: Numbers | None = None,
          shape: Shape | None = None) -> OneOrMany: ...
@overload
def check(puzzles: Iterable[str], solutions: Puzzles, *, candidates: Numbers | None = None,
          shape: Shape | None = None) -> numpy.typing.NDArray[numpy.bool_]: ...
@overload
def canonical(puzzles: str, *, threads: int | None = None, shape: Shape | None = None) -> str: ...
@overload
def canonical(puzzles: Numbers, *, threads: int | None = None, shape: Shape | None = None) -> Cells: ...
@overload
def canonical(puzzles: Iterable[str], *, threads: int | None = None, shape: Shape | None = None) -> list[str]: ...

@overload
def difficulty(puzzles: str, *, threads: int | None = None, shape: Shape | None = None) -> str | None: ...
@overload
def difficulty(puzzles: Numbers, *, threads: int | None = None, shape: Shape | None = None) -> OneOrMany: ...
@overload
def difficulty(puzzles: Iterable[str], *, threads: int | None = None,
               shape: Shape | None = None) -> list[str | None]: ...

Range: TypeAlias = int | tuple[int, int]

def generate(number: int, kind: Literal["minimal", "unique", "impossible", "grid", "any"] = "minimal", *,
             holes: int | None = None, clues: Range | None = None, solutions: Range | None = None,
             symmetry: str | None = None, difficulty: str | None = None, seed: int = 1,
             form: Literal["text", "array"] = "text", threads: int | None = None,
             shape: Shape | None = None) -> Any: ...  # list[str] or, of form "array", Cells
def program() -> str: ...
def bench(datasets: Puzzles | os.PathLike[str] | Iterable[str | os.PathLike[str]] | Mapping[str, Puzzles],
          engines: str | Sequence[str] | None = None, max_solutions: int = 2, *, repetitions: int = 1,
          isomorphs: int = 1, threads: int | None = None,
          table: Literal["summary", "runs", "puzzles"] = "summary", out: str | os.PathLike[str] | None = None,
          options: Sequence[str] = ()) -> pandas.DataFrame: ...
def show(directory: str | os.PathLike[str]) -> pandas.DataFrame: ...
def audit(dataset: str | os.PathLike[str] | Iterable[str] | Numbers, *, isomorphs: bool = False,
          threads: int | None = None, options: Sequence[str] = ()) -> dict[str, Any]: ...
def read_results(directory: str | os.PathLike[str]) -> Run | Count: ...
