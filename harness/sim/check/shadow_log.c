// Logs accesses and fences for the shadow, which replays them in the order of
// blocks (l2_log.h has the whole story).
//
// Written down by one worker, too: lines of the shadow are seldom in the host's
// cache, but who knows what comes next can ask for it in time. Entries begin
// with a word that says what they are:
//
//   BLOCK   | head | block                |   of all that follow
//   FENCE   | head |
//   SPAN    | head | lo     | digest ...  |   a strip (strip.h)
//   ROWS    | head | lo     | digest ...  | lo of the second row |
//   WORDS   | head | line   | words ...   |   words of a line that a warp read
//                                             one by one, all lanes each time
//   OTHER   | head | Entry  | lines, or none | addresses, where need be |
#include "sim/check/shadow.h"
#include "sim/check/shadow_lines.h"
#include "sim/core/strip.h"
#include "sim/core/turn.h"
#include "sim/decode/code.h"

#include <string.h>

enum {
#ifdef KATA_STRESS
    LOG_SHORT = 2 * (16 + WARP_SIZE),
    LOG_LONG = LOG_SHORT,
#else
    LOG_SHORT = 2048, // words of 8 bytes, where one worker runs: stays in L1
    LOG_LONG = 256 << 10, // of blocks whose turn has not come
#endif
    AHEAD = 6, // entries whose lines are asked for before they are needed
};

typedef enum Form {
    FORM_BLOCK,
    FORM_FENCE,
    FORM_SPAN,
    FORM_ROWS,
    FORM_WORDS,
    FORM_OTHER
} Form;

typedef struct Head {
    uint8_t form, warp;
    uint16_t sync; // of OTHER: words of the entry
    uint32_t place;
} Head;

typedef struct SpanEntry {
    uint32_t bits; // digest of a store, words of WORDS
    uint8_t bytes; // per lane
    uint8_t known; // lines that need not be looked at, a bit each
    uint8_t flags; // IS_...
    uint8_t half;  // WORDS: 0 read by all lanes, 1 lanes below 16, 2 the rest
} SpanEntry;

enum { IS_STORE = 1, IS_READ_ONLY = 2 };

typedef struct Entry {
    ShadowAccess t;
    uint64_t first;
    int64_t stride;
    uint32_t lanes, clash;
    uint8_t bytes, shape, row;
    uint8_t nlines; // that follow as ShadowWords; then addresses have 32 bits,
} Entry;            // from those of the lowest lane; else 0, and 64

enum {
    SPAN_WORDS = 3,
    ROWS_WORDS = 4,
    OTHER_WORDS = 1 + (sizeof(Entry) + 7) / 8,
    MOST_WORDS = 2 + OTHER_WORDS + 2 * WARP_SIZE, // of one, and its BLOCK
};

struct ShadowLog {
    uint64_t *at; // [most]
    uint32_t n, most;
    uint32_t base;  // number of at[0]; numbers are never used twice
    uint32_t *last; // [sites][2] number of the last WORDS of each, and of the
                    // upper half's
    uint32_t floor; // entries below are not added to
    uint64_t block; // of the last entry
    bool has_block;
};

void shadow_log_init(Launch *la, bool is_long) {
    ShadowLog *g = arena_new(&la->arena, ShadowLog);
    g->most = is_long ? LOG_LONG : LOG_SHORT;
    // Not zeroed: pages of a long one that stay unused cost nothing.
    g->at = heap_grow(NULL, g->most, sizeof *g->at);
    g->base = g->floor = 1; // 0 is no entry
    size_t nsites = 0;
    for (int i = 0; i < la->counts.ncodes; i++)
        nsites += max_of(la->counts.codes[i].code->nsites, 1u);
    g->last = arena_array(&la->arena, uint32_t, 2 * nsites);
    la->checks.log = g;
}

void shadow_log_fini(Launch *la) {
    heap_free(la->checks.log->at);
    la->checks.log = NULL;
}

// ---- replay

// Classifies nothing anew: the shape is as it was.
static void unpack(const Entry *e, const uint64_t *at, Access *a) {
    a->lanes = e->lanes;
    a->bytes = e->bytes;
    a->shape = (Shape)e->shape;
    a->row = e->row;
    a->n = __builtin_popcount(e->lanes);
    a->even = false;
    a->first = e->first;
    a->stride = e->stride;
    a->lo = e->first;
    a->hi = e->first + e->bytes;
    if (a->shape == SHAPE_LINE) {
        uint64_t reach = (uint64_t)e->stride * (uint64_t)(a->n - 1);
        if (e->stride < 0)
            a->lo += reach;
        else
            a->hi += reach;
        return;
    }
    const char *from = (const char *)at;
    for (uint32_t m = e->lanes; m; m &= m - 1) {
        int32_t offset;
        int l = __builtin_ctz(m);
        if (!e->nlines) {
            a->at[l] = *at++;
            continue;
        }
        memcpy(&offset, from, sizeof offset);
        from += sizeof offset;
        a->at[l] = e->first + (uint64_t)(int64_t)offset;
    }
}

static void replay_other(Shadow *s, const uint64_t *at) {
    Entry e;
    Access a;
    Footprint f = {.nlines = 0};

    memcpy(&e, at + 1, sizeof e);
    at += OTHER_WORDS;
    bool simple = e.nlines && shadow_may_lines(s, &e.t);
    if (simple && shadow_lines(s, &e.t, at, e.nlines, &f)) return;
    unpack(&e, at + e.nlines, &a);
    if (!simple) access_footprint(&a, &f);
    shadow_access(s, &e.t, &a, &f, e.clash);
}

static Head head_of(const uint64_t *at) {
    Head h;
    memcpy(&h, at, sizeof h);
    return h;
}

static void replay_strip(Shadow *s, uint64_t block, Head h,
                         const uint64_t *at) {
    SpanEntry e;

    memcpy(&e, at + 2, sizeof e);
    ShadowAccess t = {
        .block = block,
        .place = h.place,
        .digest = e.flags & IS_STORE ? e.bits : 0,
        .sync = h.sync,
        .warp = h.warp,
        .kind = e.flags & IS_STORE ? ACCESS_STORE : ACCESS_LOAD,
        .strength = WEAK,
        .read_only = e.flags & IS_READ_ONLY,
    };
    if (h.form == FORM_WORDS) {
        static const uint32_t lanes[] = {UINT32_MAX, 0xffff, 0xffff0000};
        shadow_words(s, &t, at[1], e.bits, e.bytes, lanes[e.half]);
        return;
    }
    Strip sp = {.lo = at[1], .hi = at[1] + 32u * e.bytes};
    if (h.form == FORM_ROWS) {
        sp.rows = true;
        sp.hi = at[1] + 16u * e.bytes;
        sp.lo2 = at[3];
        sp.hi2 = at[3] + 16u * e.bytes;
    }
    shadow_strip(s, &t, &sp, e.bytes, e.known);
}

// The entry behind the one at `at`.
static const uint64_t *behind(const uint64_t *at) {
    Head h = head_of(at);

    switch (h.form) {
    case FORM_FENCE: return at + 1;
    case FORM_BLOCK: return at + 2;
    case FORM_ROWS: return at + ROWS_WORDS;
    case FORM_OTHER: return at + h.sync;
    default: return at + SPAN_WORDS;
    }
}

static const uint64_t *ask_for(const Shadow *s, const uint64_t *at) {
    Head h = head_of(at);

    if (h.form == FORM_SPAN || h.form == FORM_ROWS) {
        shadow_fetch(s, at[1] / LINE_BYTES);
        if (h.form == FORM_ROWS) shadow_fetch(s, at[3] / LINE_BYTES);
    } else if (h.form == FORM_WORDS) {
        shadow_fetch(s, at[1]);
    } else if (h.form == FORM_OTHER) {
        Entry e;
        memcpy(&e, at + 1, sizeof e);
        for (int i = 0; i < e.nlines; i++)
            shadow_fetch_packed(s, at[OTHER_WORDS + i]);
    }
    return behind(at);
}

static void empty(ShadowLog *g) {
    g->base += g->n;
    g->floor = g->base;
    g->n = 0;
    g->has_block = false;
}

void shadow_replay(ShadowLog *g, Shadow *s) {
    const uint64_t *at = g->at, *end = g->at + g->n, *ahead = at;
    uint64_t block = 0;

    for (int i = 0; i < AHEAD && ahead < end; i++)
        ahead = ask_for(s, ahead);
    while (at < end) {
        Head h = head_of(at);
        if (ahead < end) ahead = ask_for(s, ahead);
        switch ((Form)h.form) {
        case FORM_BLOCK: block = at[1]; break;
        case FORM_FENCE: shadow_fence(s, block); break;
        case FORM_OTHER: replay_other(s, at); break;
        default: replay_strip(s, block, h, at);
        }
        at = behind(at);
    }
    empty(g);
}

void shadow_log_flush(Launch *la) {
    if (!la->checks.log) return;
    // Abandoned blocks need none: nothing of them is ever looked at.
    if (turn_wait(la))
        shadow_replay(la->checks.log, la->checks.shadow);
    else
        empty(la->checks.log);
}

// ---- writing down

static size_t site_of(const Warp *w, const Insn *in) {
    return (size_t)(&w->counts->site[in->site] -
                    w->block->launch->counts.sites);
}

// Room for one entry of the block's. Returns where.
static uint64_t *log_reserve(Launch *la, uint64_t block) {
    ShadowLog *g = la->checks.log;

    if (__builtin_expect(g->n + MOST_WORDS > g->most, 0)) shadow_log_flush(la);
    if (!g->has_block || g->block != block) {
        Head h = {.form = FORM_BLOCK};
        memcpy(g->at + g->n, &h, sizeof h);
        g->at[g->n + 1] = block;
        g->n += 2;
        g->floor = g->base + g->n;
        g->has_block = true;
        g->block = block;
    }
    return g->at + g->n;
}

// Puts down the lines of a request that have a record: others are nobody's
// business. Puts down none if there is more to it than whole words of lines, or
// its addresses are far from each other.
static uint64_t *add_lines(uint64_t *to, const Entry *e, const Access *a,
                           const Footprint *f, const Shadow *s) {
    uint64_t far = (uint64_t)INT32_MAX, *from = to;
    uint32_t words;

    if (e->clash || e->t.releases || a->hi - a->lo > far) return to;
    for (int i = 0; i < f->nlines; i++) {
        const LineTouch *t = &f->at[i];
        if (!shadow_line(s, t->line)) continue;
        if (a->bytes >= 4)
            words = line_whole(t);
        else if (!line_words(t, &words))
            return from;
        *to++ = shadow_pack(s, t->line, words);
    }
    return to;
}

static uint64_t *add_addresses(uint64_t *to, const Entry *e, const Access *a) {
    char *at = (char *)to;

    if (a->shape == SHAPE_LINE) return to;
    for (uint32_t m = a->lanes; m; m &= m - 1) {
        uint64_t p = a->at[__builtin_ctz(m)];
        int32_t offset = (int32_t)(p - a->first);
        if (!e->nlines) {
            *to++ = p;
            continue;
        }
        memcpy(at, &offset, sizeof offset);
        at += sizeof offset;
    }
    return e->nlines ? to + (a->n + 1) / 2 : to;
}

void shadow_log_access(Launch *la, const ShadowAccess *t, const Access *a,
                       const Footprint *f, uint32_t clash) {
    ShadowLog *g = la->checks.log;
    uint64_t *at = log_reserve(la, t->block), *to = at + OTHER_WORDS;
    Entry e = {.t = *t,
               .first = a->first,
               .stride = a->stride,
               .lanes = a->lanes,
               .clash = clash,
               .bytes = (uint8_t)a->bytes,
               .shape = (uint8_t)a->shape,
               .row = (uint8_t)a->row};

    to = add_lines(to, &e, a, f, la->checks.shadow);
    e.nlines = (uint8_t)(to - at - OTHER_WORDS);
    to = add_addresses(to, &e, a);
    Head h = {.form = FORM_OTHER, .sync = (uint16_t)(to - at)};
    memcpy(at, &h, sizeof h);
    memcpy(at + 1, &e, sizeof e);
    g->n = (uint32_t)(to - g->at);
    if (t->strength != WEAK || t->kind != ACCESS_LOAD)
        g->floor = g->base + g->n;
}

void shadow_log_fence(Launch *la, uint64_t block) {
    ShadowLog *g = la->checks.log;
    Head h = {.form = FORM_FENCE};

    memcpy(log_reserve(la, block), &h, sizeof h);
    g->n++;
    g->floor = g->base + g->n;
}

static uint16_t sync_of(const Warp *w) {
    return (uint16_t)min_of(warp_sync_clock(w), (uint32_t)SHADOW_SYNCS);
}

// A loop that reads one word after the other is one read of them all, as long
// as the block does nothing but read. Adds to the last WORDS of the
// instruction; false: it is of another block, line, warp or time.
static bool worker_join(ShadowLog *g, uint32_t number, const Warp *w,
                        uint64_t line, const SpanEntry *more) {
    SpanEntry e;

    if (!g->has_block || g->block != w->block->linear) return false;
    if (number - g->floor >= g->base + g->n - g->floor) return false;
    uint64_t *at = g->at + (number - g->base);
    Head h = head_of(at);
    memcpy(&e, at + 2, sizeof e);
    if (at[1] != line || h.warp != w->index || h.sync != sync_of(w) ||
        e.half != more->half)
        return false;
    e.bits |= more->bits;
    memcpy(at + 2, &e, sizeof e);
    return true;
}

static uint64_t *add_strip(ShadowLog *g, const Warp *w, const Insn *in,
                           Form form, uint64_t where, const SpanEntry *e) {
    const Block *b = w->block;
    uint64_t *at = log_reserve(b->launch, b->linear);
    Head h = {.form = form,
              .warp = (uint8_t)w->index,
              .sync = sync_of(w),
              .place = shadow_place(w, in)};

    memcpy(at, &h, sizeof h);
    at[1] = where;
    memcpy(at + 2, e, sizeof *e);
    g->n += form == FORM_ROWS ? ROWS_WORDS : SPAN_WORDS;
    return at;
}

static void add_words(ShadowLog *g, const Warp *w, const Insn *in,
                      const Strip *s, SpanEntry e) {
    uint64_t line = s->lo / LINE_BYTES;
    uint32_t *last = &g->last[2 * site_of(w, in) + (e.half == 2)];

    e.bits = strip_words(s, line);
    if (worker_join(g, *last, w, line, &e)) return;
    add_strip(g, w, in, FORM_WORDS, line, &e);
    *last = g->base + g->n - SPAN_WORDS;
}

static void log_load(ShadowLog *g, const Warp *w, const Insn *in,
                     const Strip *s, SpanEntry e) {
    if (!s->one) {
        Form form = s->rows ? FORM_ROWS : FORM_SPAN;
        uint64_t *at = add_strip(g, w, in, form, s->lo, &e);
        if (s->rows) at[3] = s->lo2;
        return;
    }
    e.half = s->rows ? 1 : 0;
    if (!(e.known & 1)) add_words(g, w, in, s, e);
    if (!s->rows || e.known & 2) return;
    Strip second = strip_second(s);
    e.half = 2;
    add_words(g, w, in, &second, e);
}

void shadow_log_strip(const Warp *w, const Insn *in, const Strip *s,
                      AccessKind k, uint32_t known) {
    const MemOp *op = memop_of(in);
    ShadowLog *g = w->block->launch->checks.log;
    SpanEntry e = {.bytes = op->bytes,
                   .known = (uint8_t)known,
                   .flags = op->read_only ? IS_READ_ONLY : 0};

    if (k == ACCESS_LOAD) {
        log_load(g, w, in, s, e);
        return;
    }
    e.flags |= IS_STORE;
    e.bits = shadow_digest(w, op, s);
    add_strip(g, w, in, FORM_SPAN, s->lo, &e);
    g->floor = g->base + g->n;
}
