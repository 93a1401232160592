//! Adapter of the crate `fastdoku`. Like the program of the crate, it first calls the solver `jcz`. If `jcz`
//! gives up a hard puzzle, it calls the solver `triad`.

use fastdoku::jcz::{run, Outcome};
use fastdoku::{triad_count_solutions, triad_solve_grid, HYBRID_GUESS_BUDGET, HYBRID_MAX_UNSOLVED};

pub fn solve(clues: &[u8; 81], limit: usize) -> (usize, Option<[u8; 81]>) {
    match run(clues, limit as u64, HYBRID_MAX_UNSOLVED, HYBRID_GUESS_BUDGET) {
        Outcome::Done(count, solution) => (count as usize, solution),
        Outcome::Deferred if limit == 1 => {
            let solution = triad_solve_grid(clues);
            (solution.is_some() as usize, solution)
        }
        Outcome::Deferred => (triad_count_solutions(clues, limit as u64) as usize, None),
    }
}
