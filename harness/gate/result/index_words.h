// Which length of a row an index is computed with. The plan knows the extents
// of every array, the learner's file how its index comes about.
#ifndef GATE_INDEX_WORDS_H
#define GATE_INDEX_WORDS_H

#include "gate/result/result.h"

// Says which array of two or more dimensions is indexed with a size that none
// of its rows or planes has, while one that they have is missing; or which one
// as long as a row is indexed by the number of a row. Looks at
// line n of code (source_code), or at all of it: 0. NULL: at none.
const char *index_words(CheckResult *r, const char *code, int line);

// Says where the file takes one of CUDA's sizes for another: the number of
// blocks for that of the threads of a block, or a direction in which every
// launch has one thread. NULL: nowhere.
const char *index_grid_words(CheckResult *r, const char *code);

#endif
