//! The function of a plugin for a solver in Rust. The adapter of the solver is the module `solver`. Its function
//! `solve` takes the digits of a puzzle, with 0 for an empty cell, and a limit. It returns the number of solutions
//! up to the limit, and one of them.

mod solver;

#[no_mangle]
pub unsafe extern "C" fn SolveSudoku(
    puzzle: *const u8, limit: usize, _config: u32, solution: *mut u8, _guesses: *mut usize,
) -> usize {
    let mut clues: [u8; 81] = *(puzzle as *const [u8; 81]);
    for cell in clues.iter_mut() {
        *cell = if *cell == b'.' { 0 } else { *cell - b'0' };
    }
    let (count, found) = solver::solve(&clues, limit);
    if let Some(digits) = found {
        for (cell, digit) in digits.iter().enumerate() {
            *solution.add(cell) = b'0' + digit;
        }
    }
    count
}
