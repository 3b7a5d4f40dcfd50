// Filters out repeated reads: a block that has read a word need not tell the
// race detector again until it synchronises.
//
// The shadow keeps the last two readers of a line: a warp that has read a word
// before, or a third one, is no news until something orders the block's warps
// anew, or the word is written. Each block remembers what it read lately, by a
// hash of the line. In line: loads ask for every line.
#ifndef SIM_READ_FILTER_H
#define SIM_READ_FILTER_H

#include "sim/core/block.h"

static inline LineRead *read_filter_at(Block *b, uint64_t line) {
    return &b->reads.line[(line ^ line >> 8) % LINES_READ];
}

// Forgets all if the block's warps have been ordered since. Call before a
// request.
static inline void read_filter_renew(Block *b) {
    if (b->reads.syncs == b->syncs) return;
    b->reads.syncs = b->syncs;
    b->reads.era++;
}

// True if the read filter has w's read of these words of the line already; r is
// the line's entry. Adds the words to it.
static inline bool read_filter_know(LineRead *r, const Warp *w, uint64_t line,
                                    uint32_t words) {
    uint32_t era = w->block->reads.era;

    if (r->line != line + 1 || r->when != era) {
        *r = (LineRead){.line = line + 1,
                        .words = words,
                        .when = era,
                        .warp = (uint16_t)w->index};
        return false;
    }
    bool all = !(words & ~r->words);
    if (r->warp == w->index || r->by_several) {
        if (!r->by_several) r->words |= words;
        return all;
    }
    r->words &= words;
    r->by_several = true;
    return false;
}

// Forgets a line that is written: its words count as unread again.
static inline void read_filter_forget(Block *b, uint64_t line) {
    LineRead *r = read_filter_at(b, line);
    if (r->line == line + 1) r->line = 0;
}

#endif
