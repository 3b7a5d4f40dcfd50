// What is ordered before what, between blocks.
//
// Every fence and every release of a launch gets a time. A block remembers when
// its fences were, and the time of the latest release that it has acquired. An
// access is ordered before what a block does now if the accessing block made a
// fence after it, no later than that release.
//
//   block 0:  store x   fence (5)   store flag (6)
//   block 1:                                      load flag   load x
//                                                 acquired 6
//
// A vector clock would know which block's release was acquired; one number
// knows only how late it was. What a program orders rightly is ordered here,
// too; what is not may pass for ordered if another, unrelated release comes in
// between. In return a look-back over thousands of blocks costs a word each.
#include "sim/shadow_lines.h"

#include <string.h>

enum { TABLE_LEAST = 64, WORD = 4, FENCES_KEPT = FENCES };

// ---- tables

static struct KeyTime *slot_of(const KeyTable *t, uint64_t key) {
    uint32_t h = (uint32_t)((key * 0x9e3779b97f4a7c15u) >> 32);

    for (;; h++) {
        struct KeyTime *e = &t->at[h & (t->size - 1)];
        if (e->key == key || !e->key) return e;
    }
}

static struct KeyTime *table_find(const KeyTable *t, uint64_t key) {
    if (!t->n) return NULL;
    struct KeyTime *e = slot_of(t, key);
    return e->key ? e : NULL;
}

static void table_grow(KeyTable *t) {
    KeyTable old = *t;

    t->size = max_of(old.size * 2, (uint32_t)TABLE_LEAST);
    t->at = heap_new(t->size, sizeof *t->at);
    for (uint32_t i = 0; i < old.size; i++)
        if (old.at[i].key) *slot_of(t, old.at[i].key) = old.at[i];
    heap_free(old.at);
}

// The entry of key, which is not 0, made if need be.
static struct KeyTime *table_get(KeyTable *t, uint64_t key) {
    if (t->n * 2 >= t->size) table_grow(t);
    struct KeyTime *e = slot_of(t, key);
    if (!e->key) {
        *e = (struct KeyTime){key, 0};
        t->n++;
    }
    return e;
}

static void table_clear(KeyTable *t) {
    if (t->n) memset(t->at, 0, t->size * sizeof *t->at);
    t->n = 0;
}

// ---- blocks

static int clock_of(const Shadow *s, uint32_t block) {
    const struct KeyTime *e = table_find(&s->clocks, block + 1ull);
    return e ? (int)e->time : -1;
}

// The clock of the block that touches.
static BlockClock *clock_mine(Shadow *s) {
    if (s->mine < 0) {
        s->mine = s->clock.n;
        vec_push(&s->clock, (BlockClock){.block = s->block});
        table_get(&s->clocks, s->block + 1ull)->time = (uint64_t)s->mine;
    }
    return &s->clock.at[s->mine];
}

void order_block(Shadow *s, uint32_t block) {
    if (s->has_block && s->block == block) return;
    s->has_block = true;
    s->block = block;
    s->mine = clock_of(s, block);
    const BlockClock *c = s->mine < 0 ? NULL : &s->clock.at[s->mine];
    s->fences = c ? (uint16_t)min_of(c->nfences, (uint32_t)FENCES) : 0;
    s->acquired = c ? c->acquired : 0;
}

void order_end(Shadow *s) {
    for (int i = 0; i < s->clock.n; i++)
        heap_free(s->clock.at[i].fence);
    s->clock.n = 0;
}

void order_begin(Shadow *s) {
    order_end(s);
    table_clear(&s->clocks);
    table_clear(&s->released);
    table_clear(&s->keys);
    s->has_block = false;
    s->now = 0;
}

// ---- what blocks do

void order_fence(Shadow *s) {
    BlockClock *c = clock_mine(s);

    if (c->nfences >= FENCES_KEPT) return;
    if (c->nfences == c->cap) {
        c->cap = c->cap * 2 + 4;
        c->fence = heap_grow(c->fence, c->cap, sizeof *c->fence);
    }
    c->fence[c->nfences++] = ++s->now;
    s->fences = (uint16_t)min_of(c->nfences, (uint32_t)FENCES);
}

static void publish(Shadow *s, KeyTable *t, uint64_t key) {
    if (!s->fences) return; // without a fence there is nothing to tell
    table_get(t, key)->time = ++s->now;
}

static void acquire(Shadow *s, const KeyTable *t, uint64_t key) {
    const struct KeyTime *e = table_find(t, key);

    if (!e || e->time <= s->acquired) return;
    clock_mine(s)->acquired = s->acquired = e->time;
}

// Every word of every lane, until a lane's is that of the lane before.
#define EACH_WORD(a, key)                                                      \
    for (uint32_t m = (a)->lanes; m; m &= m - 1)                               \
        for (uint64_t p = lane_address((a), __builtin_ctz(m)), key = p / WORD, \
                      end = (p + (a)->bytes - 1) / WORD;                       \
             key <= end; key++)

void order_publish(Shadow *s, const Access *a) {
    if (!s->fences) return;
    if (a->shape == SHAPE_LINE && !a->stride) {
        for (uint64_t k = a->lo / WORD; k <= (a->hi - 1) / WORD; k++)
            publish(s, &s->released, k);
        return;
    }
    EACH_WORD(a, k) publish(s, &s->released, k);
}

void order_acquire(Shadow *s, const Access *a) {
    if (!s->released.n) return;
    EACH_WORD(a, k) acquire(s, &s->released, k);
}

void shadow_fence(Shadow *s, uint64_t block) {
    if (!s || !s->la) return;
    order_block(s, (uint32_t)block);
    order_fence(s);
}

void shadow_arrive(Shadow *s, uint64_t block, uint64_t key) {
    if (!s || !s->la) return;
    order_block(s, (uint32_t)block);
    order_fence(s);
    publish(s, &s->keys, key + 1);
}

void shadow_wait(Shadow *s, uint64_t block, uint64_t key) {
    if (!s || !s->la) return;
    order_block(s, (uint32_t)block);
    acquire(s, &s->keys, key + 1);
}

// ---- the question

bool order_is_before(const Shadow *s, const Stamp *was) {
    uint32_t fence = stamp_fence(was);

    if (fence == FENCES || s->fences == FENCES) return true; // not known
    if (!s->acquired) return false;
    int i = clock_of(s, stamp_block(was));
    if (i < 0) return false;
    const BlockClock *c = &s->clock.at[i];
    if (fence < c->nfences && c->fence[fence] <= s->acquired) return true;
    // A strong access needs none behind it: to have seen the word is enough.
    return stamp_strength(was) != WEAK && fence &&
           c->fence[fence - 1] <= s->acquired;
}
