//! Adapter of the crate `sudoku`, which the list calls rust_sudoku.

use sudoku::Sudoku;

pub fn solve(clues: &[u8; 81], limit: usize) -> (usize, Option<[u8; 81]>) {
    let mut found = [[0u8; 81]; 1];
    let count = match Sudoku::from_bytes(*clues) {
        Ok(sudoku) => sudoku.solutions_up_to_buffer(&mut found, limit),
        Err(_) => 0,
    };
    (count, (count > 0).then_some(found[0]))
}
