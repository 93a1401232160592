//! Adapter of the crate `sudoku`, which the list calls rust_sudoku.

use sudoku::Sudoku;

#[no_mangle]
pub unsafe extern "C" fn SolveSudoku(
    puzzle: *const u8, limit: usize, _config: u32, solution: *mut u8, _guesses: *mut usize,
) -> usize {
    let mut board: [u8; 81] = *(puzzle as *const [u8; 81]);
    for cell in board.iter_mut() {
        *cell = if *cell == b'.' { 0 } else { *cell - b'0' };
    }
    let mut found = [[0u8; 81]; 1];
    let count = match Sudoku::from_bytes(board) {
        Ok(sudoku) => sudoku.solutions_up_to_buffer(&mut found, limit),
        Err(_) => 0,
    };
    if count > 0 {
        for (cell, digit) in found[0].iter().enumerate() {
            *solution.add(cell) = b'0' + digit;
        }
    }
    count
}
