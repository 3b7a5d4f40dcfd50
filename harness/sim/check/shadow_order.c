// Decides which accesses are ordered before which, between blocks.
//
// Every fence and every release of a launch gets a time. A block remembers when
// its fences were, and the time of the latest release that it has acquired. An
// access is ordered before what a block does now if the accessing block made a
// fence after it, no later than that release. Reads need less: see shadow.h.
//
//   block 0:  store x   fence (5)   store flag (6)
//   block 1:                                      load flag   load x
//                                                 acquired 6
//
// A vector clock would know which block's release was acquired; one number
// knows only how late it was. Accesses that a program orders rightly are
// ordered here, too; unordered ones may pass for ordered if another, unrelated
// release comes in between. In return a look-back over thousands of blocks
// costs a word each.
#include "sim/check/shadow_lines.h"

#include <string.h>

enum { TABLE_LEAST = 64, WORD = 4, FENCES_KEPT = FENCES };

// ---- tables

static struct KeyTime *order_slot(const KeyTable *t, uint64_t key) {
    uint32_t h = (uint32_t)((key * 0x9e3779b97f4a7c15u) >> 32);

    for (;; h++) {
        struct KeyTime *e = &t->at[h & (t->size - 1)];
        if (e->key == key || !e->key) return e;
    }
}

static struct KeyTime *table_find(const KeyTable *t, uint64_t key) {
    if (!t->n) return NULL;
    struct KeyTime *e = order_slot(t, key);
    return e->key ? e : NULL;
}

static void table_grow(KeyTable *t) {
    KeyTable old = *t;

    t->size = max_of(old.size * 2, (uint32_t)TABLE_LEAST);
    t->at = heap_new(t->size, sizeof *t->at);
    for (uint32_t i = 0; i < old.size; i++)
        if (old.at[i].key) *order_slot(t, old.at[i].key) = old.at[i];
    heap_free(old.at);
}

// The entry of key, which is not 0, made if need be.
static struct KeyTime *table_get(KeyTable *t, uint64_t key) {
    if (t->n * 2 >= t->size) table_grow(t);
    struct KeyTime *e = order_slot(t, key);
    if (!e->key) {
        *e = (struct KeyTime){.key = key};
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

// The clock of the block that accesses.
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
    s->seen = c ? c->seen : 0;
}

void order_end(Shadow *s) {
    for (int i = 0; i < s->clock.n; i++) {
        heap_free(s->clock.at[i].fence);
        heap_free(s->clock.at[i].said);
    }
    s->clock.n = 0;
}

void order_begin(Shadow *s) {
    order_end(s);
    table_clear(&s->clocks);
    table_clear(&s->words);
    table_clear(&s->keys);
    s->has_block = false;
    s->now = 0;
}

// ---- what blocks do

void order_fence(Shadow *s) {
    BlockClock *c = clock_mine(s);

    c->fenced = c->acquired;
    if (c->nfences >= FENCES_KEPT) return;
    if (c->nfences == c->cap) {
        c->cap = c->cap * 2 + 4;
        c->fence = heap_grow(c->fence, c->cap, sizeof *c->fence);
    }
    c->fence[c->nfences++] = ++s->now;
    s->fences = (uint16_t)min_of(c->nfences, (uint32_t)FENCES);
}

// That the block writes strongly, for those who ask when a read was over.
static void say(Shadow *s, uint16_t sync) {
    BlockClock *c = clock_mine(s);

    if (c->nsaid && c->said[c->nsaid - 1].sync >= sync) return;
    if (c->nsaid == c->said_cap) {
        c->said_cap = c->said_cap * 2 + 4;
        c->said = heap_grow(c->said, (int)c->said_cap, sizeof *c->said);
    }
    c->said[c->nsaid++] = (struct Said){++s->now, sync};
}

static void publish(Shadow *s, KeyTable *t, uint64_t key) {
    struct KeyTime *e = table_get(t, key);

    e->said = ++s->now;
    e->by = s->block;
    if (s->fences) e->time = s->now; // else there is nothing to release
}

static void acquire(Shadow *s, const KeyTable *t, uint64_t key) {
    const struct KeyTime *e = table_find(t, key);

    if (!e) return;
    if (e->time > s->acquired) clock_mine(s)->acquired = s->acquired = e->time;
    if (e->said > s->seen) clock_mine(s)->seen = s->seen = e->said;
}

// Every word of every lane, until a lane's is that of the lane before.
#define EACH_WORD(a, key)                                                      \
    for (uint32_t m = (a)->lanes; m; m &= m - 1)                               \
        for (uint64_t p = lane_address((a), __builtin_ctz(m)), key = p / WORD, \
                      end = (p + (a)->bytes - 1) / WORD;                       \
             key <= end; key++)

void order_publish(Shadow *s, const Access *a, uint16_t sync) {
    // A block that met no barrier, made no fence and saw nothing of others has
    // nothing to tell.
    if (!s->fences && !s->seen && !sync) return;
    if (sync) say(s, sync);
    if (a->shape == SHAPE_LINE && !a->stride) {
        for (uint64_t k = a->lo / WORD; k <= (a->hi - 1) / WORD; k++)
            publish(s, &s->words, k);
        return;
    }
    EACH_WORD(a, k) publish(s, &s->words, k);
}

void order_acquire(Shadow *s, const Access *a) {
    if (!s->words.n) return;
    EACH_WORD(a, k) acquire(s, &s->words, k);
}

// The block waits for these words.
void order_hear(Shadow *s, const Access *a) {
    EACH_WORD(a, k) {
        const struct KeyTime *e = table_find(&s->words, k);
        if (!e || !e->said || e->by == s->block) continue;
        BlockClock *c = clock_mine(s);
        bool newer = e->by != c->heard_from || e->said > c->heard;
        if (newer) c->heard_from = e->by, c->heard = e->said;
    }
}

// Did the block make a fence after one time and no later than another?
static bool has_fence(const BlockClock *c, uint64_t after, uint64_t until) {
    for (uint32_t i = c->nfences; i > 0 && c->fence[i - 1] > after; i--)
        if (c->fence[i - 1] <= until) return true;
    return c->nfences >= FENCES_KEPT;
}

bool order_is_guessed(Shadow *s, uint64_t byte, Stamp *was) {
    const struct KeyTime *e = table_find(&s->words, byte / WORD);
    const BlockClock *c = s->mine < 0 ? NULL : &s->clock.at[s->mine];
    if (!e || !c || !c->heard || e->by != c->heard_from || e->said >= c->heard)
        return false;
    int i = clock_of(s, e->by);
    uint64_t until = max_of(c->heard, s->acquired);
    if (i < 0 || has_fence(&s->clock.at[i], e->said, until)) return false;
    *was = (Stamp){.when = (uint64_t)e->by << 32,
                   .what = (uint32_t)STRONG << STRENGTH_AT};
    return true;
}

void order_settle(Shadow *s) {
    if (s->acquired) clock_mine(s)->fenced = s->acquired;
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
    order_settle(s);
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

bool order_is_unfenced(const Shadow *s, const Stamp *was) {
    uint32_t fence = stamp_fence(was);
    int i = clock_of(s, stamp_block(was));

    if (fence == FENCES || s->fences == FENCES || i < 0 || s->mine < 0 ||
        stamp_strength(was) != WEAK)
        return false;
    const BlockClock *c = &s->clock.at[i];
    return fence >= c->nfences || c->fence[fence] > s->clock.at[s->mine].fenced;
}

// Another block has read there, and made no fence since.
static bool is_held(const Shadow *s, const Stamp *reader, const Stamp *me) {
    if (!reader->what || stamp_block(reader) == stamp_block(me)) return false;
    int i = clock_of(s, stamp_block(reader));
    uint32_t fence = stamp_fence(reader);
    return fence < FENCES && (i < 0 || s->clock.at[i].nfences <= fence);
}

void line_goes_stale(const Shadow *s, ShadowLine *l, const Stamp *me,
                     uint32_t words) {
    if (is_held(s, &l->reader, me) || is_held(s, &l->other, me))
        l->stale |= l->cached & line_sectors(words);
}

bool order_is_read_before(const Shadow *s, const Stamp *was) {
    int i = s->seen ? clock_of(s, stamp_block(was)) : -1;
    if (stamp_sync(was) == SHADOW_SYNCS) return true; // not known
    if (i < 0) return false;
    const BlockClock *c = &s->clock.at[i];
    uint32_t lo = 0, hi = c->nsaid; // the first one after the read's sync
    while (lo < hi) {
        uint32_t mid = (lo + hi) / 2;
        if (c->said[mid].sync > stamp_sync(was))
            hi = mid;
        else
            lo = mid + 1;
    }
    return lo < c->nsaid && c->said[lo].time <= s->seen;
}
