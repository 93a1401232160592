//! Adapter of the crate `fastdoku`. Like the program of the crate, it first calls the solver `jcz`. If `jcz`
//! gives up a hard puzzle, it calls the solver `triad`.

use fastdoku::jcz::{run, Outcome};
use fastdoku::{triad_count_solutions, triad_solve_grid, HYBRID_GUESS_BUDGET, HYBRID_MAX_UNSOLVED};

fn solve(clues: &[u8; 81], limit: u64) -> (u64, Option<[u8; 81]>) {
    match run(clues, limit, HYBRID_MAX_UNSOLVED, HYBRID_GUESS_BUDGET) {
        Outcome::Done(count, solution) => (count, solution),
        Outcome::Deferred if limit == 1 => {
            let solution = triad_solve_grid(clues);
            (solution.is_some() as u64, solution)
        }
        Outcome::Deferred => (triad_count_solutions(clues, limit), None),
    }
}

#[no_mangle]
pub unsafe extern "C" fn SolveSudoku(
    puzzle: *const u8, limit: usize, _config: u32, solution: *mut u8, _guesses: *mut usize,
) -> usize {
    let mut clues: [u8; 81] = *(puzzle as *const [u8; 81]);
    for cell in clues.iter_mut() {
        *cell = if *cell == b'.' { 0 } else { *cell - b'0' };
    }
    let (count, found) = solve(&clues, limit as u64);
    if let Some(digits) = found {
        for (cell, digit) in digits.iter().enumerate() {
            *solution.add(cell) = b'0' + digit;
        }
    }
    count as usize
}
