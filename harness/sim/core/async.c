#include "sim/core/async.h"

#include "sim/core/launch.h"

#include <string.h>

static void warp_drop(WarpAsync *w) {
    WarpMma *mma = w->mma;
    memset(w, 0, sizeof *w);
    w->end = &w->first;
    w->mma = mma; // for reuse
    if (mma) mma->code = NULL;
}

BlockAsync *async_of(Block *b) {
    if (b->async) return b->async;
    Arena *a = &b->launch->arena;
    BlockAsync *x = b->async = arena_new(a, BlockAsync);
    // A word more: a copy may begin anywhere in the last one.
    x->pending = arena_array(a, uint8_t, b->shared_bytes / 4 + 2);
    x->warp = arena_array(a, WarpAsync, b->nwarps);
    for (uint32_t i = 0; i < b->nwarps; i++)
        warp_drop(&x->warp[i]);
    x->bulk_end = &x->bulk;
    return x;
}

void async_reset(Block *b) {
    BlockAsync *x = b->async;
    if (!x) return;
    if (x->npending) memset(x->pending, 0, b->shared_bytes / 4 + 2);
    x->npending = 0;
    for (uint32_t i = 0; i < b->nwarps; i++) {
        *x->warp[i].end = x->free;
        x->free = x->warp[i].first;
        warp_drop(&x->warp[i]);
    }
    *x->bulk_end = x->bulk_free;
    x->bulk_free = x->bulk;
    x->bulk = NULL;
    x->bulk_end = &x->bulk;
    x->nmbarriers = 0;
    x->nreads = 0;
}

void async_mark(BlockAsync *x, uint32_t to, uint32_t bytes, int by) {
    for (uint32_t i = to / 4; i < (to + bytes + 3) / 4; i++) {
        x->pending[i] = (uint8_t)(x->pending[i] + by);
        x->npending += (uint32_t)by;
    }
}
