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
//  2. A triad that has to hold three digits holds no other one. In the stacks, too, one that has
//     three candidates holds them, and the rest of its line and box does not.
//  3. Naked singles, found in the rows; columns and boxes lose them as the next phase loads them.
//  4. Hidden singles within a triad, in the stacks only.
// Triads as the unit of search, and rules 1 and 2, are those of Tom Dillon's tdoku.
//
// Branches (branching.h). The band or stack that has least left to choose, on boards like the roots
// of the hardest searches by another measure; in it a digit with two boxes in some line, rather one
// with two permutations left, rather one open in many bands and stacks. One side puts the digit
// into a triad, the other one takes it out.
//
// Search (search.h). A step is two sweeps, a light one without the last part of rule 2, and one
// after which boards are looked at: what it costs to look and to move boards is half that of a
// sweep, and a sweep more spares guesses. Boards that come to a stop split; the other side goes
// into a free lane, or waits. So the tree of one hard puzzle fills the lanes by itself, and lanes
// that end are filled with boards that wait or with new puzzles, which are swept before (grids.h
// reads them). While puzzles come to their limit of solutions with boards unsearched, each is
// searched depth first in one lane instead.
//
// Invariants
//  - What becomes of a board depends on its lane only. It is split at the very step that brings it
//    to a stop, wherever the other side goes. So the guesses of a search that ended exhausted are
//    the same for every number of lanes and every block, and in every place within it.
//  - A solution is a board whose rows are full of singles before the stacks are swept and that this
//    sweep does not find dead; all cells being single is not enough.
//  - A board without an open digit is never split, but swept until it is solved or dead.
//
// Cost. A node takes two steps where there is hardly a guess to make, and 1.5 where there are many.
// With AVX2 and g++ a sweep is some 2,900 operations of vectors, of which four can begin in a
// cycle, 990 loads (two) and 415 stores (one), half of these for want of registers: the operations
// take 720 of its 890 cycles, of a light one 780. What the rest waits for is not known. With
// AVX-512 a store takes two cycles, but where each cell is stored once, they are hidden by the
// operations: counts of bits and comparisons, one a cycle, and two of all others. On Zen 4 such a
// sweep takes 1,150 cycles, a light one 950: where a band takes 150 and a stack 206, their
// operations and stores, if none waited for another, would take 132 and 171 to 183. There a block
// is copied in 200 to 230 cycles, of which its stores take 164, and branches are chosen in 100. Of
// the time, sweeps have 60 to 75 %, moving boards 10 to 20 %, to a free lane, to a waiting block or
// from there: a move copies whole vectors, but for a single board that begins to wait. The choice
// of branches has 3 to 4 %, the branches themselves 3 to 6 %. Where there is hardly a guess to
// make, solutions take 12 %, and reading puzzles as much with the sweeps before their first step.
//
// Tried and lost
//  - A row phase that writes no cells without vectors: a tenth slower. In vectors it is as much
//    faster.
//  - Waiting for sweeps without any progress before a split: more sweeps than it spares guesses.
//    Splitting sooner, after any sweep that took less than eight candidates, saves none either.
//  - Progress by what both sweeps of a step took: a twentieth to a tenth slower by any limit, but
//    where there is hardly a guess to make. A look after each sweep: 5 to 17 % slower, but with
//    AVX2 where nearly all branches have solutions.
//  - Light sweeps without rule 2 in the bands: hard puzzles 3 to 8 % slower. Without rule 4: a
//    quarter slower where there is hardly a guess to make.
//  - A triad that has to hold three digits keeping the others, in the bands or everywhere: fewer
//    operations, but more guesses than they repay.
//  - Triads with three candidates clearing the rest of their line and box in the bands as well: 1
//    to 4 % fewer guesses, but more operations than they repay. Nowhere: with AVX-512 hard puzzles
//    sooner by 2 %, but moderately hard ones later by 2 to 4 %, with AVX2, too.
//  - Singles that leave their box to rule 1 in the stacks, after their column: 54 operations less
//    and up to 5 % more guesses.
//  - Open digits alone, or counts of the stacks alone, to choose the band: fewer counts, and fewer
//    guesses on the hardest puzzles, more on all others. Counts of the bands to tell progress, too:
//    slower by 3 %.
//  - Hidden singles in the bands too: slower sweeps.
//  - Fewer moves between registers, or blocks and findings elsewhere in memory: the same sweeps.
//  - The triads of all bands before the singles of any, so that no chain of rules is waited for:
//    the same sweeps. With AVX-512, a stack written while the next one is closed: sweeps shorter by
//    5 %, and all by 2 to 3 %, which is less than where the block lies in memory makes; in coarser
//    parts, longer ones.
//  - Two solutions of a sweep written one by one, too: not faster than a copy of both.
//  - Other ways to choose among the digits of a band (open in few places, in a triad with four
//    candidates or with two digits that it has to hold): as many guesses. The first digit: a sixth
//    more on `extreme`, as many elsewhere. Of all bands the digit with most bands where it has two
//    permutations, set off against the cost of the band: a sixth fewer guesses where there is
//    hardly one to make, as many more on the hardest.
//  - The counts of wide boards on all boards: 2 to 10 % more guesses on all but the hardest.
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
//  - With 16 registers, the column phase loading its cells twice instead of keeping them: the
//    operations that this repeats take the time of the stores that it spares.
//  - With AVX2, each half of a vector loaded into both halves instead of halves swapped, or boards
//    that move without changing their lane where those are free: copies take as long.
//  - In plain integers, bits counted side by side within a lane: g++ makes more of the loop over
//    the nine bits. Its row phase stack by stack, like that of vectors: more instructions, too.
//  - g++ with fewer loops unrolled, or without its second scheduling: slower, or the same.

#include "engines/lanes/search.h"
