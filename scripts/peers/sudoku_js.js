// Adapter of sudoku.js, in the current directory. The generator of sudoku.js solves a puzzle twice, the second
// time with the digits in reverse order. If the solutions are equal, there is only one. This adapter does the same.

const sudoku = require(process.cwd() + "/sudoku.js").sudoku;
const limit = Number(process.env.SUDOKU_BENCH_MAX_SOLUTIONS || "2");

function solve(puzzle) {
  const solution = sudoku.solve(puzzle);
  if (!solution) return "0";
  return (limit !== 1 && sudoku.solve(puzzle, true) !== solution ? "2 " : "1 ") + solution;
}

require("readline").createInterface({ input: process.stdin }).on("line", (puzzle) => {
  process.stdout.write(solve(puzzle) + "\n");
});
