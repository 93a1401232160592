#include "harness/puzzle/owned_boards.h"

#include "tests/catch.h"

namespace sudoku {
namespace {

constexpr Shape kSmall{1, 2};

OwnedBoard with_candidates(Digits first) {
  OwnedBoard board(kSmall);
  board.candidates()[0] = first;
  return board;
}

}  // namespace

TEST_CASE("a board has candidates once somebody asks to write them", "[owned_boards]") {
  CHECK(Board(OwnedBoard(kSmall)).candidates.empty());
  const OwnedBoard board = with_candidates(0b01);
  CHECK(Board(board).allowed(0) == 0b01);
  CHECK(Board(board).allowed(1) == 0b11);
  CHECK(OwnedBoard(Board(board)) == board);
}

TEST_CASE("a list keeps the candidates of its boards", "[owned_boards]") {
  BoardList list;
  list.push_back(with_candidates(0b01));
  list.push_back(with_candidates(0b10));
  CHECK(list.have_candidates());
  REQUIRE(list.size() == 2);
  CHECK(list[0].candidates[0] == 0b01);
  CHECK(list.back().candidates[0] == 0b10);
  list.set(0, with_candidates(0));
  CHECK(list[0].candidates[0] == 0);
  list.pop_back();
  CHECK(list.size() == 1);
  CHECK(Boards(list).candidates.size() == 4);
}

TEST_CASE("the boards of a list get every digit as a candidate", "[owned_boards]") {
  BoardList list(kSmall);
  list.emplace_back();
  CHECK_FALSE(Boards(list).have_candidates());
  list.add_candidates();
  list.emplace_back();
  list.candidates_of(1)[2] = 0b10;
  CHECK(list[0].candidates[3] == 0b11);
  CHECK(list[1].candidates[2] == 0b10);
  list.clear();
  list.emplace_back();
  CHECK(list[0].candidates[2] == 0b11);
  // An empty list takes shape and candidates of its first board.
  list.clear();
  list.push_back(OwnedBoard(k9x9));
  CHECK(list.shape() == k9x9);
  CHECK(list[0].candidates.empty());
}

}  // namespace sudoku
