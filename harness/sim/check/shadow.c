// Touching lines: what a request finds in their records, and what it leaves.
//
// Nearly every access is settled by its line's record alone: nobody else wrote
// the words in this launch. The rest goes word by word (or byte by byte)
// through the line's detail.
#include "sim/check/shadow.h"

#include "sim/check/shadow_lines.h"

#include <string.h>

enum {
    WORDS = LINE_BYTES / 4,
    DETAIL_MOST = 1 << 28, // entries: beyond, what is shared is not followed
    KEPT_MOST = 1 << 20,   // of both tables, between launches
    FEW_LINES = 4,
};

// A request on its way over its lines.
typedef struct Touch {
    const ShadowAccess *t;
    const Access *a;
    Stamp me;
    const ShadowLine *line; // that is touched now
    uint32_t index;         // of `me` among the writers, 0: not there yet
    bool missing;           // bytes that were never written may be read
} Touch;

// The part of an access that lies in one line.
typedef struct Part {
    const LineTouch *at;
    uint32_t words; // touched, in whole or in part
    uint32_t whole;
} Part;

// ---- masks

// Bit i: are all (any) bits of nibble i set?
static uint32_t nibbles(uint32_t m) {
    m &= 0x11111111;
    m = (m | m >> 3) & 0x03030303;
    m = (m | m >> 6) & 0x000f000f;
    return (m | m >> 12) & 0xff;
}

static uint32_t nibbles_all(uint32_t m) {
    if (m == UINT32_MAX) return 0xff;
    m &= m >> 1;
    return nibbles(m & m >> 2);
}

static uint32_t nibbles_any(uint32_t m) {
    if (m == UINT32_MAX) return 0xff;
    m |= m >> 1;
    return nibbles(m | m >> 2);
}

static Part part_of(const LineTouch *t) {
    Part p = {.at = t};

    for (int s = 0; s < LINE_SECTORS; s++) {
        if (!t->bytes[s]) continue;
        p.words |= nibbles_any(t->bytes[s]) << 8 * s;
        p.whole |= nibbles_all(t->bytes[s]) << 8 * s;
    }
    return p;
}

// ---- who shares what

// Is an access after `was` a race, if one of the two writes?
static bool is_race(const Shadow *s, const Stamp *me, const Stamp *was) {
    Strength mine = stamp_strength(me), theirs = stamp_strength(was);

    if (stamp_block(me) == stamp_block(was)) {
        uint16_t sync = stamp_sync(me);
        if (stamp_warp(me) == stamp_warp(was)) return false;
        if (sync > stamp_sync(was) || sync == SHADOW_SYNCS ||
            stamp_sync(was) == SHADOW_SYNCS)
            return false;
        return mine == WEAK || theirs == WEAK;
    }
    if (mine >= STRONG && theirs >= STRONG) return false;
    return !order_is_before(s, was);
}

// A plain load that a flag and no fence orders after the write may find in L1
// what was loaded there before. (On an H100, driver 580.159.04, 2026-11-27:
// sums that blocks hand on, beside pointers that all of them read, were wrong
// in 380 of 400 runs; with ld.cg or volatile in 0 of 200. Counters that a lock
// guards were right: each owner makes a fence before it unlocks.)
static bool may_be_stale(const Shadow *s, const Touch *x, const Stamp *was,
                         uint64_t byte) {
    return x->line->stale >> byte % LINE_BYTES / SECTOR_BYTES & 1 &&
           x->t->kind == ACCESS_LOAD && stamp_strength(&x->me) == WEAK &&
           stamp_block(was) != stamp_block(&x->me) && order_is_unfenced(s, was);
}

static bool same_value(const Stamp *me, const Stamp *was) {
    return me->extra && me->extra == was->extra && stamp_strength(me) == WEAK &&
           stamp_strength(was) == WEAK;
}

// The stamp of a word's new writer, when `was` wrote it before: the mark that
// several wrote the same value stays as long as all do.
static Stamp heir(const Touch *x, const Stamp *was, bool raced) {
    Stamp s = x->me;
    bool same = same_value(&x->me, was) && x->t->kind == ACCESS_STORE;

    if (same && (raced || was->what & SAME_VALUE)) s.what |= SAME_VALUE;
    return s;
}

static uint64_t first_byte(const LineTouch *t) {
    for (unsigned s = 0; s < LINE_SECTORS; s++)
        if (t->bytes[s])
            return t->line * LINE_BYTES + s * SECTOR_BYTES +
                   (unsigned)__builtin_ctz(t->bytes[s]);
    return t->line * LINE_BYTES;
}

static uint64_t byte_of_word(const LineTouch *t, int word) {
    unsigned at = (unsigned)word * 4;
    uint32_t b = t->bytes[at / SECTOR_BYTES] >> at % SECTOR_BYTES & 15;

    return t->line * LINE_BYTES + at + (b ? (unsigned)__builtin_ctz(b) : 0);
}

static Clash conflict_with_write(const Touch *x) {
    if (x->t->kind == ACCESS_ATOMIC) return ATOMIC_AFTER_WRITE;
    return x->t->kind == ACCESS_LOAD ? READ_AFTER_WRITE : WRITE_AFTER_WRITE;
}

// The access meets what `was` wrote. Returns whether they wrote the same.
static bool meet_writer(Shadow *s, const Touch *x, const Stamp *was,
                        uint64_t byte) {
    if (x->t->read_only && x->t->kind == ACCESS_LOAD) {
        note_race(s, x->t, x->a, byte, READ_ONLY_READ, was);
        return false;
    }
    if (!is_race(s, &x->me, was)) {
        if (may_be_stale(s, x, was, byte))
            note_race(s, x->t, x->a, byte, UNFENCED_READ, was);
        return false;
    }
    if (x->t->kind == ACCESS_LOAD &&
        (was->what & SAME_VALUE || stamp_strength(was) == ATOMIC))
        return false;
    if (x->t->kind == ACCESS_STORE && same_value(&x->me, was)) return true;
    note_race(s, x->t, x->a, byte, conflict_with_write(x), was);
    return false;
}

static void meet_reader(Shadow *s, const Touch *x, Stamp *was, const Part *p) {
    uint32_t common = was->extra & p->words;

    if (!common || stamp_same_warp(was, &x->me)) return;
    if (stamp_strength(&x->me) == ATOMIC) return; // see shadow.h
    if (!is_race(s, &x->me, was)) return;
    bool here = stamp_block(was) == stamp_block(&x->me);
    if (!here && order_is_read_before(s, was)) return;
    note_race(s, x->t, x->a, byte_of_word(p->at, __builtin_ctz(common)),
              x->t->kind == ACCESS_ATOMIC ? ATOMIC_AFTER_READ
                                          : WRITE_AFTER_READ,
              was);
}

// ---- detail

static bool same_stamp(const Stamp *a, const Stamp *b) {
    return a->when == b->when && a->what == b->what && a->extra == b->extra;
}

// The index of a stamp among the writers, 0: no room.
static uint32_t writer_index(Shadow *s, const Stamp *me) {
    uint32_t *slot = &s->recent[me->what % COUNT_OF(s->recent)];

    if (*slot < s->writers.n && *slot && same_stamp(&s->writers.at[*slot], me))
        return *slot;
    if (s->writers.n >= DETAIL_MOST) return 0;
    vec_reserve(&s->writers, s->writers.n + 1);
    s->writers.at[s->writers.n] = *me;
    return *slot = s->writers.n++;
}

static uint32_t my_index(Shadow *s, Touch *x) {
    if (!x->index) x->index = writer_index(s, &x->me);
    return x->index;
}

static uint32_t detail_take(Shadow *s, uint32_t n) {
    if (s->detail.n + n >= DETAIL_MOST) return 0;
    vec_reserve(&s->detail, s->detail.n + n);
    uint32_t at = s->detail.n;
    s->detail.n += n;
    memset(s->detail.at + at, 0, n * sizeof *s->detail.at);
    return at;
}

// Gives the line a writer per word. False: no room, and what was written to it
// is forgotten.
static bool expand(Shadow *s, ShadowLine *l) {
    uint32_t at = detail_take(s, WORDS), who = 0;

    if (at && l->wrote) who = writer_index(s, &l->writer);
    if (!at || (l->wrote && !who)) {
        l->wrote = 0;
        return false;
    }
    for (uint32_t m = l->wrote; m; m &= m - 1)
        s->detail.at[at + (uint32_t)__builtin_ctz(m)] = who;
    l->detail = at;
    l->by_byte = false;
    return true;
}

static bool expand_to_bytes(Shadow *s, ShadowLine *l) {
    if (l->detail && l->by_byte) return true;
    if (!l->detail && !expand(s, l)) return false;
    uint32_t at = detail_take(s, LINE_BYTES);
    if (!at) {
        l->wrote = l->detail = 0;
        return false;
    }
    for (uint32_t i = 0; i < LINE_BYTES; i++)
        s->detail.at[at + i] = s->detail.at[l->detail + i / 4];
    l->detail = at;
    l->by_byte = true;
    return true;
}

// ---- reading what was written

static void meet_words(Shadow *s, Touch *x, ShadowLine *l, const Part *p) {
    const uint32_t *at = s->detail.at + l->detail;
    uint32_t last = 0;

    for (uint32_t m = p->words & l->wrote; m; m &= m - 1) {
        int i = __builtin_ctz(m);
        if (at[i] == last) continue;
        last = at[i];
        if (last)
            meet_writer(s, x, &s->writers.at[last], byte_of_word(p->at, i));
    }
}

static void meet_bytes(Shadow *s, Touch *x, ShadowLine *l, const Part *p) {
    const uint32_t *at = s->detail.at + l->detail;
    uint32_t last = 0;

    for (unsigned k = 0; k < LINE_SECTORS; k++)
        for (uint32_t m = p->at->bytes[k]; m; m &= m - 1) {
            unsigned i = k * SECTOR_BYTES + (unsigned)__builtin_ctz(m);
            if (at[i] == last) continue;
            last = at[i];
            if (last)
                meet_writer(s, x, &s->writers.at[last],
                            p->at->line * LINE_BYTES + i);
        }
}

static void read_shared(Shadow *s, Touch *x, ShadowLine *l, const Part *p) {
    if (!l->detail)
        meet_writer(s, x, &l->writer,
                    byte_of_word(p->at, __builtin_ctz(p->words & l->wrote)));
    else if (l->by_byte)
        meet_bytes(s, x, l, p);
    else
        meet_words(s, x, l, p);
}

static void read_part(Shadow *s, Touch *x, ShadowLine *l, const Part *p) {
    if (l->wrote & p->words) {
        bool own = !l->detail && stamp_same_party(&l->writer, &x->me) &&
                   !x->t->read_only;
        if (!own) read_shared(s, x, l, p);
    }
    l->read = true;
    if (p->whole) reader_add(l, &x->me, p->whole);
}

// ---- writing

// Word by word or byte by byte: entries [from, from + n) of the detail that are
// in mask get the index.
static void write_entries(Shadow *s, Touch *x, uint32_t detail, uint32_t mask,
                          unsigned from, const LineTouch *t, bool bytes) {
    uint32_t last = 0, to = my_index(s, x);

    for (uint32_t m = mask; m; m &= m - 1) {
        unsigned i = from + (unsigned)__builtin_ctz(m);
        uint32_t was = s->detail.at[detail + i];
        if (was == to) continue;
        if (!was) to = my_index(s, x);
        if (was && was != last) {
            uint64_t byte =
                bytes ? t->line * LINE_BYTES + i : byte_of_word(t, (int)i);
            const Stamp old = s->writers.at[was];
            bool fast = stamp_strength(&x->me) >= STRONG &&
                        stamp_strength(&old) >= STRONG;
            to = my_index(s, x);
            if (!fast) {
                Stamp me = heir(x, &old, meet_writer(s, x, &old, byte));
                if (me.what != x->me.what) to = writer_index(s, &me);
            }
            last = was;
        }
        s->detail.at[detail + i] = to;
    }
}

static void write_detail(Shadow *s, Touch *x, ShadowLine *l, const Part *p) {
    if (p->words != p->whole && !expand_to_bytes(s, l)) return;
    if (!l->detail && !expand(s, l)) return;
    l->wrote |= p->words;
    if (!l->by_byte) {
        write_entries(s, x, l->detail, p->words, 0, p->at, false);
        return;
    }
    for (unsigned k = 0; k < LINE_SECTORS; k++)
        write_entries(s, x, l->detail, p->at->bytes[k], k * SECTOR_BYTES, p->at,
                      true);
}

// Without detail: all that was written is one writer's.
static bool write_line(Shadow *s, Touch *x, ShadowLine *l, const Part *p) {
    if (p->words != p->whole) return false;
    if (l->wrote & p->words && !stamp_same_warp(&l->writer, &x->me)) {
        if (l->wrote & ~p->words) return false;
        bool same = meet_writer(s, x, &l->writer, first_byte(p->at));
        l->writer = heir(x, &l->writer, same);
        l->wrote = p->words;
        return true;
    }
    if (!(l->wrote & ~p->words)) {
        l->writer = l->wrote ? heir(x, &l->writer, false) : x->me;
    } else if (!stamp_same_party(&l->writer, &x->me)) {
        return false;
    } else if (l->writer.extra != x->me.extra) {
        if (line_keeps_values(l, p->words)) return false;
        l->writer.extra = 0;
    }
    l->wrote |= p->words;
    return true;
}

// Has nothing but atomics been there?
static bool is_counters(const ShadowLine *l) {
    return l->wrote && !l->detail && stamp_strength(&l->writer) == ATOMIC;
}

// Atomics do not race with their like. If nothing else has written, the last
// one's stamp stands for all; it keeps the words that are its own apart, for a
// plain write that may come.
static bool update_line(const Touch *x, ShadowLine *l, const Part *p) {
    if (p->words != p->whole || (l->wrote && !is_counters(l))) return false;
    if (!l->wrote || !stamp_same_party(&l->writer, &x->me)) {
        l->writer = x->me;
        l->writer.extra = 0;
    }
    l->writer.extra |= p->words;
    l->wrote |= p->words;
    return true;
}

// True if the store leaves the words as they are: who wrote them last put the
// same value there. Then it makes no difference to who reads them.
static bool leaves_values(const Shadow *s, const Touch *x, const ShadowLine *l,
                          uint32_t words) {
    if (x->t->kind != ACCESS_STORE || words & ~l->wrote || l->by_byte)
        return false;
    if (!l->detail) return same_value(&x->me, &l->writer);
    for (uint32_t m = words; m; m &= m - 1) {
        uint32_t who = s->detail.at[l->detail + (uint32_t)__builtin_ctz(m)];
        if (!who || !same_value(&x->me, &s->writers.at[who])) return false;
    }
    return true;
}

static void write_part(Shadow *s, Touch *x, ShadowLine *l, const Part *p) {
    uint32_t read = (l->reader.extra | l->other.extra) & p->words;

    line_changes(s, l, &x->me, p->words);
    if (read) {
        if (!leaves_values(s, x, l, read)) {
            meet_reader(s, x, &l->reader, p);
            meet_reader(s, x, &l->other, p);
        }
        l->reader.extra &= ~p->words;
        l->other.extra &= ~p->words;
    }
    if (l->detail) {
        write_detail(s, x, l, p);
        return;
    }
    bool atomic = stamp_strength(&x->me) == ATOMIC;
    if (atomic && update_line(x, l, p)) return;
    if (is_counters(l)) l->wrote &= l->writer.extra; // the rest is forgotten
    if (!write_line(s, x, l, p))
        write_detail(s, x, l, p);
    else if (atomic)
        l->writer.extra = l->wrote;
}

// ---- a request

static void touch_line(Shadow *s, Touch *x, const LineTouch *t) {
    ShadowLine *l = shadow_line(s, t->line);
    AccessKind kind = x->t->kind;

    if (!l) return;
    Part p = part_of(t);
    x->line = l;
    if (l->launch != s->launch) line_renew(l, s->launch);
    if (!l->written && !init_line(s, l, t->line)) {
        x->missing |= kind != ACCESS_STORE;
        if (kind == ACCESS_STORE) init_mark(s, l, t);
    }
    if (kind == ACCESS_LOAD)
        read_part(s, x, l, &p);
    else
        write_part(s, x, l, &p);
}

// Records of scattered lines are seldom in the host's cache: asked for all at
// once they come side by side.
static void fetch_lines(const Shadow *s, const Footprint *f) {
    for (int i = 0; i < f->nlines; i++) {
        const ShadowLine *l = shadow_line(s, f->at[i].line);
        if (l) __builtin_prefetch(l, 1);
    }
    for (int i = 0; i < f->nlines; i++) {
        const ShadowLine *l = shadow_line(s, f->at[i].line);
        if (l && l->launch == s->launch && l->detail)
            __builtin_prefetch(s->detail.at + l->detail, 1);
    }
}

static void mark_all(Shadow *s, const Footprint *f) {
    for (int i = 0; i < f->nlines; i++) {
        ShadowLine *l = shadow_line(s, f->at[i].line);
        if (l && !l->written) init_mark(s, l, &f->at[i]);
    }
}

static void check_missing(Shadow *s, const Touch *x, const Footprint *f) {
    int lane = init_missing(s, x->a);

    if (lane >= 0) note_uninitialised(s, x->t, x->a, lane);
    // Told once: what is read again from there is no news.
    if (lane >= 0 || x->t->kind == ACCESS_ATOMIC) mark_all(s, f);
}

// Two strong writes of a block may be seen in the other order: who has waited
// for the second has not yet the first.
static void look_for_guess(Shadow *s, const ShadowAccess *t, const Access *a) {
    Stamp was;
    for (uint32_t m = a->lanes; m; m &= m - 1) {
        uint64_t byte = lane_address(a, __builtin_ctz(m));
        if (order_is_guessed(s, byte, &was)) {
            note_race(s, t, a, byte, UNFENCED_WRITE, &was);
            return;
        }
    }
}

void shadow_access(Shadow *s, const ShadowAccess *t, const Access *a,
                   const Footprint *f, uint32_t clash) {
    if (!s || !s->la || s->broken) return;
    order_block(s, (uint32_t)t->block);
    if (t->releases) order_fence(s);
    if (t->acquires) {
        s->strong_seen = true;
        if (t->takes) look_for_guess(s, t, a);
        order_acquire(s, a);
        if (t->waits) order_hear(s, a);
        if (t->settles) order_settle(s);
    }
    Touch x = {
        .t = t,
        .a = a,
        .me = {.when = (uint64_t)s->block << 32 | (uint64_t)t->sync << 16 |
                       s->fences,
               .what = t->place | (uint32_t)t->warp << WARP_AT |
                       (uint32_t)t->strength << STRENGTH_AT,
               .extra = t->digest},
    };
    if (f->nlines > FEW_LINES) fetch_lines(s, f);
    for (int i = 0; i < f->nlines; i++)
        touch_line(s, &x, &f->at[i]);
    for (int i = 0; s->tracks && i < f->nlines; i++)
        touched_words(s, t, f->at[i].line, part_of(&f->at[i]).whole);
    if (x.missing) check_missing(s, &x, f);
    if (clash) note_lanes(s, t, a, __builtin_ctz(clash));
    if (t->publishes) order_publish(s, a, t->sync);
}

// ---- a launch

static void shrink(Shadow *s) {
    if (s->detail.cap > KEPT_MOST) vec_free(&s->detail);
    if (s->writers.cap > KEPT_MOST) vec_free(&s->writers);
    s->detail.n = s->writers.n = 1; // 0 is nobody
    vec_reserve(&s->detail, 1u);
    vec_reserve(&s->writers, 1u);
}

void shadow_begin(Shadow *s, Launch *la) {
    if (!s) return;
    s->la = la;
    s->launch++;
    shrink(s);
    memset(s->recent, 0, sizeof s->recent);
    s->found.n = 0;
    s->judged.n = 0;
    s->strong_seen = false;
    afters_free(&s->afters);
    order_begin(s);
    touched_begin(s);
}

void shadow_end(Shadow *s) {
    if (!s || !s->la) return;
    note_end(s);
    unread_end(s);
    s->la = NULL;
}
