#pragma once

// Lane-parallel search: one board a lane, as many boards at once as a vector has lanes of 16 bits.
// A variant (lanes_<set>.cpp) includes this after its vec_<set>.h, inside a namespace without a
// name and within a target region, so that the program holds every variant and none of its code
// outside is compiled for more than the baseline. The regions are written out instead of taken
// from Google Highway: of the logic of three operands, which a sweep is made of, it has a few
// operations only, and where the rest is left to the compiler to put together, sweeps are slower,
// with g++ more than with clang. Each variant has to be an engine that can be named, besides.
//
// Layout. A lane of a vector is one cell of one board: its candidates, bit d - 1 for digit d. A
// block is 81 such vectors, a board being the same lane of all of them, so that every relation
// between cells is logic between vectors, without shifts or table look-ups:
//
//                 lane 0    lane 1    lane 2   ...
//     cells[0]    board A   board B   board C        candidates of the first cell
//     cells[1]    board A   board B   board C
//     ...
//     cells[80]   board A   board B   board C        candidates of the last cell
//
// Rules. A sweep (propagation.h) goes over the bands, then over the stacks. There it works on
// triads, the three cells where a line crosses a box, nine to a band or a stack:
//  1. A digit takes one triad in each line and each box; triads out of the reach of such a
//     permutation lose it (locked candidates in both directions).
//  2. A triad that has to hold three digits holds no other one.
//  3. A triad that has three candidates holds them, and the rest of its line and box does not.
//  4. Naked singles, found in the rows; columns and boxes lose them as the next phase loads them.
//  5. Hidden singles within a triad.
// A light sweep goes by 1 and 2, and in the stacks by 5; the other kind by 1, in the bands by 3 and
// 4, in the stacks by 5. As they take turns, what one leaves out the other one finds.
// Triads as the unit of search, and rules 1 and 2, are those of Tom Dillon's tdoku.
//
// Branches (branching.h). The band or stack that has least left to choose, candidates weighed by
// how many the board has; in it a digit, rather one with two permutations left, rather one open in
// many bands and stacks. One side puts the digit into a triad, the other one takes it out.
//
// Search (search.h). A step is a light sweep, and one of the other kind after which boards are
// looked at: to look and to move boards costs half of what both take. Boards that come to a stop
// split; the other side goes into a free lane, or waits. So the tree of one hard puzzle fills the
// lanes by itself, and lanes that end are filled with boards that wait or with new puzzles, which
// are swept before (grids.h reads them). While puzzles come to their limit of solutions with boards
// unsearched, each is searched depth first in one lane instead.
//
// Invariants
//  - What becomes of a board depends on its lane only. It is split at the very step that brings it
//    to a stop, wherever the other side goes. So the guesses of a search that ended exhausted are
//    the same for every number of lanes and every block, and in every place within it.
//  - A solution is a board whose rows are full of singles before the stacks are swept and that this
//    sweep does not find dead; all cells being single is not enough.
//  - A board without an open digit is never split, but swept until it is solved or dead.
//
// Cost. A node takes 2.4 steps where there is hardly a guess to make, and 1.6 where there are many.
// With AVX-512 two operations begin in a cycle, but one only of what counts bits, compares or
// tests; one vector is loaded in a cycle and one stored in two. On Zen 4 a light sweep takes 540
// cycles and the other kind 915; the same instructions without a result that another one waits for
// take 440 and 730. The gaps are spread evenly over both, and fewer loads or stores did not close
// them. Both take up to a fifth longer in one process in four, depending on where its pages lie in
// physical memory. On Emerald Rapids, an Intel Xeon, they take 450 and 757 cycles, on 16 boards in
// vectors of 256 bits 340 and 555, and with AVX2 590 and 894.
//
// Of the 2,150 cycles of a step with many guesses on Zen 4, sweeps take 1,460, splits into
// free lanes, which are filled from another block in the same pass, 340, splits into waiting blocks
// 210, and the choice of branches 100. To move lanes takes 164, for the stores of a block. Where
// there is hardly a guess to make, solutions take a sixth, and reading puzzles as much with the
// sweeps before their first step.
//
// Tried and lost
//  - A row phase that writes no cells without vectors: a tenth slower. In vectors it is as much
//    faster.
//  - Waiting for sweeps without any progress before a split: more sweeps than it spares guesses.
//    Splitting sooner, after any sweep that took less than eight candidates, saves none either.
//  - The same progress asked of all boards: two candidates, up to 3 % slower, but where there are
//    many solutions 5 % faster. One: 4 to 5 % more steps on the hardest puzzles, 2 % fewer where
//    there is hardly a guess to make.
//  - Progress by what both sweeps of a step took: a twentieth to a tenth slower by any limit, but
//    where there is hardly a guess to make. A look after each sweep: 5 to 17 % slower, but with
//    AVX2 where nearly all branches have solutions.
//  - All rules in every sweep, but rule 3 in light ones: 1 to 4 % fewer guesses, and 8 to 16 % more
//    time. Rule 2 in both kinds, in the bands 3 % slower, in the stacks 6 %; in light sweeps in the
//    bands or the stacks only, 7 to 16 %. Rule 3 nowhere: the hardest sooner by 1.5 %, all others
//    later by 1.5 to 4 %. Rule 5 in one kind only: 3 to 13 % slower. Two light sweeps a step: 3 to
//    5 % slower.
//  - A triad that has to hold three digits keeping the others, in the bands or everywhere: fewer
//    operations, but more guesses than they repay.
//  - Singles that leave their box to rule 1 in the stacks, after their column: 54 operations less
//    and up to 5 % more guesses.
//  - Open digits alone, or counts of the stacks alone, to choose the band: fewer counts, and fewer
//    guesses on the hardest puzzles, more on all others. Counts of the bands to tell progress, too:
//    slower by 3 %.
//  - Hidden singles in the bands too: slower sweeps.
//  - Fewer moves between registers, or blocks and findings elsewhere in memory: the same sweeps.
//  - The triads of all bands before the singles of any, so that no chain of rules is waited for:
//    the same sweeps. With AVX-512, two blocks whose bands and stacks are swept by turns: light
//    sweeps as long, the others longer by a fifth. A stack written while the next one is closed:
//    longer by 4 and 14 %.
//  - Empty cells looked for in the bands instead of the stacks: as many guesses, in the same time.
//    Nowhere: 6 to 8 % more guesses on the hardest puzzles and where there are many solutions,
//    three to eight times as many on the others.
//  - Solutions written out one by one as they come: 1 % slower with one, as fast with two a sweep.
//  - Other ways to choose among the digits of a band (open in few places, in a triad with four
//    candidates or with two digits that it has to hold): as many guesses. The first digit: a sixth
//    more on `extreme`, as many elsewhere. Of all bands the digit with most bands where it has two
//    permutations, set off against the cost of the band: a sixth fewer guesses where there is
//    hardly one to make, as many more on the hardest.
//  - Weights of two classes of boards instead of one that follows their candidates: 1 to 2 % more
//    steps. The least weight on all boards: 2 to 10 % more guesses on all but the hardest. A digit
//    with two boxes in some line before others, or its bands counted to the last one: 1 to 4 % more
//    guesses on the hardest, with digits renamed at random, too.
//  - Cells with two candidates, as triads/skewed/cell_split.h has them: an eighth fewer sweeps at
//    best, but what it takes to find them for 32 boards is as much as one. The triad whose cells
//    with two candidates have most in common with the others of its line: hardly fewer.
//  - The better one of two branches, by a sweep of all four sides: a sixth fewer guesses, but more
//    sweeps.
//  - Depth first for all puzzles: each lane that ends has to look for a board, which takes puzzles
//    with one solution about twice the time.
//  - New puzzles before waiting boards without looking whose they are: as many boards wasted.
//  - The deepest board of a puzzle looked for in all waiting blocks: the link from each board to
//    the one before it costs less.
//  - With AVX-512, two blocks by turns, of which one has a light sweep while the branches of the
//    other are found, so that hard to foresee ones cost less: 1 to 4 % slower, a tenth where there
//    are many solutions.
//  - With 16 registers, the column phase loading its cells twice instead of keeping them: the
//    operations that this repeats take the time of the stores that it spares.
//  - With AVX-512, boards that move while the next sweep loads them: it takes as much longer as the
//    move by itself, as it hardly has a load or store to spare. Up to three boards, instead of one,
//    that begin to wait copied by two bytes: 1 to 2 % slower.
//  - Depth first, boards that go on with their puzzles copied together where they waited in one
//    block: 3 % slower than one by one.
//  - Lanes filled only with boards that stand in the same lane of the other block: what stays free
//    costs more than the second pass for the others.
//  - With AVX2, each half loaded into both halves instead of halves swapped: copies take as long.
//  - In plain integers, bits counted side by side within a lane: g++ makes more of the loop over
//    the nine bits. Its row phase stack by stack, like that of vectors: more instructions, too.
//  - g++ with fewer loops unrolled, or without its second scheduling: slower, or the same, but for
//    light sweeps with AVX-512, which are a twentieth faster without it.

#include "engines/lanes/search.h"
