// Work on a long range, shared among the processors.
#ifndef BASE_SHARE_H
#define BASE_SHARE_H

#include "base/base.h"

// Calls work on [from, to) for blocks that cover [0, n), each once, on as many
// threads as there are processors and blocks; in no order. Returns when all of
// it is done. Every `from` is a multiple of block.
typedef void ShareWork(void *ctx, size_t from, size_t to);
void share_range(size_t n, size_t block, ShareWork *work, void *ctx);

// memcpy and memcmp (whether all is the same) that share long ranges.
void share_copy(void *to, const void *from, size_t bytes);
bool share_same(const void *a, const void *b, size_t bytes);

#endif
