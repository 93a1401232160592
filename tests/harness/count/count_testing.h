#pragma once

#include "harness/count/count_record.h"

namespace sudoku {

/// Returns a record with a different value in each member.
inline CountRecord sample_record() {
  CountRecord record;
  record.task = {"auto", 1000, 0xABC, "csv",          Shape{2, 3}, "0", "a,\"b\"",
                 "c",    true, 7,     10'000'000'000, true,        4};
  record.dataset = "dir, with comma/d.csv";
  record.shard = 2;
  record.begin_byte = 500;
  record.end_byte = 750;
  record.is_whole = true;
  record.totals.lines = 30;
  record.totals.puzzles = 25;
  record.totals.rejected = 3;
  record.totals.dataset_digest = 0xF000000000000001;
  record.totals.histogram.add(1);
  record.totals.histogram.add(5);
  record.totals.capped = 22;
  record.totals.timeouts = 1;
  record.totals.solutions = 1 + 5 + 22 * 7;
  record.totals.answer_digest = 0x12;
  record.totals.puzzles_csv_bytes = 2222;
  record.totals.puzzles_csv_digest = 0x34;
  record.totals.mismatches = 6;
  record.totals.check_mismatches = 5;
  record.cost = {3, 4000, 5000};
  return record;
}

}  // namespace sudoku
