#include "sim/check/conflict.h"

#include "base/heap.h"

enum {
    SLOTS = 1 << 15, // words remembered, of 4 bytes
    MOST = SLOTS / 4 * 3,
    MOST_REQUESTS = 4096, // of a block that are looked at
};

enum { READ = 1, WRITTEN = 2, UPDATED = 4, SEVERAL = 8 };

typedef struct Word {
    uint64_t number; // address / 4
    uint32_t round;  // of Conflict: others are empty
    uint32_t block;  // that was first, modulo 2^24 and below 8 bits of flags
} Word;

struct Conflict {
    Word at[SLOTS];
    uint32_t round, n;
    uint64_t block; // whose requests are counted
    uint32_t requests;
    bool found, found_own;
};

Conflict *conflict_begin(void) {
    static Conflict *c; // launches of a process come one after the other
    if (!c) c = heap_new(1, sizeof *c);
    c->round++;
    c->n = c->requests = 0;
    c->block = UINT64_MAX;
    c->found = c->found_own = false;
    return c;
}

// The slot of a word, or NULL: it is new and there is no room.
static Word *word_at(Conflict *c, uint64_t number) {
    uint64_t i = number * 0x9e3779b97f4a7c15u >> 49;
    for (;; i = (i + 1) % SLOTS) {
        Word *w = &c->at[i];
        if (w->round != c->round) {
            if (c->n == MOST) return NULL;
            c->n++;
            *w = (Word){number, c->round, 0};
            return w;
        }
        if (w->number == number) return w;
    }
}

static void touch_word(Conflict *c, uint64_t number, uint32_t block,
                       uint32_t how) {
    Word *w = word_at(c, number);
    if (!w) return;
    uint32_t before = w->block & 255;
    if (!before) {
        w->block = block << 8 | how;
        return;
    }
    bool other = before & SEVERAL || w->block >> 8 != block;
    uint32_t all = before | how;
    if (other) {
        // reads may meet, and so may atomics
        uint32_t kinds = all & (READ | WRITTEN | UPDATED);
        c->found |= kinds != READ && kinds != UPDATED;
        all |= SEVERAL;
    } else if (before & UPDATED && how != UPDATED) {
        c->found_own = true;
    }
    w->block = (w->block & ~255u) | all;
}

// True if one more request of the block is to be looked at.
static bool is_wanted(Conflict *c, uint64_t block) {
    if (c->block != block) {
        c->block = block;
        c->requests = 0;
    }
    return !c->found && ++c->requests <= MOST_REQUESTS;
}

static uint32_t flag_of(AccessKind k) {
    return k == ACCESS_LOAD ? READ : k == ACCESS_STORE ? WRITTEN : UPDATED;
}

void conflict_access(Conflict *c, uint64_t block, const Access *a,
                     AccessKind k) {
    uint32_t how = flag_of(k);
    if (!is_wanted(c, block)) return;
    for (uint32_t m = a->lanes; m; m &= m - 1) {
        uint64_t p = a->at[__builtin_ctz(m)];
        for (uint64_t n = p / 4; n <= (p + a->bytes - 1) / 4; n++)
            touch_word(c, n, (uint32_t)block & 0xffffff, how);
    }
}

void conflict_words(Conflict *c, uint64_t block, uint64_t line, uint32_t words,
                    AccessKind k) {
    if (!is_wanted(c, block)) return;
    for (uint32_t m = words; m; m &= m - 1)
        touch_word(c, line * 32 + (uint32_t)__builtin_ctz(m),
                   (uint32_t)block & 0xffffff, flag_of(k));
}

bool conflict_found(const Conflict *c) {
    return c->found;
}

bool conflict_found_own(const Conflict *c) {
    return c->found_own;
}
