// A request to shared memory that is two rows of words, as most reads of tiles
// are.
#ifndef SIM_ROWS_H
#define SIM_ROWS_H

#include "sim/core/block.h"
#include "sim/decode/memop.h"
#include "sim/mem/shape.h"

// A request of a full warp for words in two rows of 16, whose lanes want
// neighbouring words or all the same: how tiles are read. Its counts follow
// from where the rows begin; see strip.h, which is the same for global memory.
typedef struct Rows {
    uint32_t at[2]; // offsets
    bool one;
} Rows;

// True if the request of op, at offsets in 32-bit registers, is such rows, in
// bounds, and no more than an access. Fills t.
static inline bool rows_of(const Warp *w, const MemOp *op, Rows *t) {
    const uint32_t *r = unit(w, op->base)->u32;
    const Octet *v = (const Octet *)(const void *)r;
    const Block *b = w->block;
    uint32_t step = r[1] - r[0], offset = (uint32_t)op->offset;
    uint32_t reach = step ? 64 : 4, hi = min_of(op->hi, b->shared_bytes);

    if (w->active != UINT32_MAX || step & ~4u || !op->is_plain || !b->shmem)
        return false;
    Octet ramp = (Octet){0, 1, 2, 3, 4, 5, 6, 7} * step;
    Octet eight = (Octet){} + 8 * step, p = ramp + r[0], q = ramp + r[16];
    Quad off = (Quad)((v[0] ^ p) | (v[1] ^ (p + eight)) | (v[2] ^ q) |
                      (v[3] ^ (q + eight)));
    *t = (Rows){{r[0] + offset, r[16] + offset}, !step};
    return quad_is_zero(&off) && !((t->at[0] | t->at[1]) & 3) && hi >= reach &&
           t->at[0] <= hi - reach && t->at[1] <= hi - reach &&
           t->at[0] >= op->lo && t->at[1] >= op->lo;
}

// Passes over the banks that they take.
static inline uint32_t rows_wavefronts(const Rows *t) {
    uint32_t apart = (t->at[1] - t->at[0]) / 4, banks = apart % BANKS;

    if (t->one) return apart && !banks ? 2 : 1;
    return banks == 16 || apart + 15 < 31 ? 1 : 2;
}

// The wavefronts that they save as part of a wider load, in quarters: it
// fetches one place for half a warp at least, in two passes if it is 16 bytes
// wide. Neighbouring words are not aligned for one.
static inline uint32_t rows_merged(const Rows *t, Wider w) {
    uint32_t from = (t->at[0] - w.before) | (t->at[1] - w.before);

    if (!t->one || from % w.bytes) return 0;
    return 4 * rows_wavefronts(t) - 2;
}

#endif
