// Strips, which are most accesses: words of a line are looked at all
// at once. A strip that is not simple becomes a request like others (shadow.c),
// with the same outcome.
#include "sim/check/shadow.h"
#include "sim/check/shadow_lines.h"
#include "sim/core/strip.h"

#include <string.h>

void shadow_fetch(const Shadow *s, uint64_t line) {
    const ShadowLine *l = s ? shadow_line(s, line) : NULL;
    if (l) __builtin_prefetch(l, 1);
}

static Stamp stamp_of(const Shadow *s, const ShadowAccess *t) {
    return (Stamp){.when = (uint64_t)s->block << 32 | (uint64_t)t->sync << 16 |
                           s->fences,
                   .what = t->place | (uint32_t)t->warp << WARP_AT |
                           (uint32_t)t->strength << STRENGTH_AT,
                   .extra = t->digest};
}

// Reads of words that are there and that nobody else has written in this
// launch.
static bool read_simple(ShadowLine *l, const ShadowAccess *t, const Stamp *me,
                        uint32_t words) {
    if (!l->written) return false;
    if (l->wrote & words &&
        (l->detail || t->read_only || !stamp_same_party(&l->writer, me)))
        return false;
    reader_add(l, me, words);
    return true;
}

static bool is_other_reader(const Stamp *r, const Stamp *me, uint32_t words) {
    return r->extra & words && !stamp_same_warp(r, me);
}

// Writes to words that nobody else has touched in this launch.
static bool write_simple(const Shadow *s, ShadowLine *l, const Stamp *me,
                         uint32_t words) {
    if (!l->written || l->detail || is_other_reader(&l->reader, me, words) ||
        is_other_reader(&l->other, me, words))
        return false;
    if (!l->wrote) {
        l->writer = *me;
    } else {
        if (!stamp_same_party(&l->writer, me) || l->writer.what & SAME_VALUE)
            return false;
        if (!(l->wrote & ~words)) {
            l->writer = *me;
        } else if (l->writer.extra != me->extra) {
            if (line_keeps_values(l, words)) return false;
            l->writer.extra = 0;
        }
    }
    line_changes(s, l, me, words);
    l->wrote |= words;
    l->reader.extra &= ~words;
    l->other.extra &= ~words;
    return true;
}

// Updates of words that nothing but updates has touched (shadow.c).
static bool update_simple(const Shadow *s, ShadowLine *l, const Stamp *me,
                          uint32_t words) {
    if (!l->written || l->detail) return false;
    if (!l->wrote || !stamp_same_party(&l->writer, me)) {
        if (l->wrote && stamp_strength(&l->writer) != ATOMIC) return false;
        l->writer = *me;
        l->writer.extra = 0;
    }
    l->writer.extra |= words;
    line_changes(s, l, me, words);
    l->wrote |= words;
    l->reader.extra &= ~words;
    l->other.extra &= ~words;
    return true;
}

static bool touch_record(Shadow *s, ShadowLine *l, const ShadowAccess *t,
                         const Stamp *me, uint32_t words) {
    if (l->launch != s->launch) line_renew(l, s->launch);
    if (t->kind == ACCESS_LOAD) return read_simple(l, t, me, words);
    if (t->strength == WEAK) return write_simple(s, l, me, words);
    return t->strength == ATOMIC && update_simple(s, l, me, words);
}

static bool touch_simple(Shadow *s, const ShadowAccess *t, const Stamp *me,
                         uint64_t line, uint32_t words) {
    ShadowLine *l = shadow_line(s, line);

    return !l || touch_record(s, l, t, me, words);
}

// ---- otherwise

static LineTouch line_touch(uint64_t line, uint32_t words) {
    LineTouch t = {.line = line};

    for (int i = 0; i < LINE_SECTORS; i++) {
        uint32_t b = words >> 8 * i & 255;
        b = (b | b << 12) & 0x000f000f;
        b = (b | b << 6) & 0x03030303;
        t.bytes[i] = ((b | b << 3) & 0x11111111) * 15;
    }
    return t;
}

static Access strip_access(uint64_t first, uint64_t stride, uint32_t bytes,
                           uint32_t lanes) {
    int n = __builtin_popcount(lanes);
    Access a = {.lanes = lanes,
                .bytes = bytes,
                .shape = SHAPE_LINE,
                .n = n,
                .stride = (int64_t)stride,
                .first = first,
                .lo = first,
                .hi = first + (uint64_t)(n - 1) * stride + bytes,
                .low = first | stride};
    return a;
}

static Access access_of_rows(const Strip *sp, uint32_t bytes) {
    Access a = {.lanes = UINT32_MAX, .bytes = bytes};

    for (uint32_t l = 0; l < WARP_SIZE; l++)
        a.at[l] = (l < 16 ? sp->lo : sp->lo2) + l % 16 * bytes;
    access_classify(&a);
    return a;
}

// Puts the lines of a row that are not simple into f. known: of the row's
// lines, and what follows; returns what follows.
static uint32_t touch_row(Shadow *s, const ShadowAccess *t, const Strip *row,
                          uint32_t known, Footprint *f) {
    uint64_t line = row->lo / LINE_BYTES, last = (row->hi - 1) / LINE_BYTES;
    Stamp me = stamp_of(s, t);

    for (; line <= last; line++, known >>= 1) {
        uint32_t words = strip_words(row, line);
        if (!(known & 1) && !touch_simple(s, t, &me, line, words))
            f->at[f->nlines++] = line_touch(line, words);
    }
    return known;
}

bool shadow_may_lines(Shadow *s, const ShadowAccess *t) {
    if (!s->la || s->broken) return false;
    order_block(s, (uint32_t)t->block);
    if (t->acquires && s->words.n) return false;
    return !t->publishes || !(s->fences || s->seen || t->sync);
}

bool shadow_lines(Shadow *s, const ShadowAccess *t, const uint64_t *at, int n,
                  Footprint *f) {
    Stamp me = stamp_of(s, t);

    f->nlines = 0;
    s->strong_seen |= t->acquires;
    for (int i = 0; s->tracks && i < n; i++)
        touched_words(s, t, s->first_line + (at[i] >> 32), (uint32_t)at[i]);
    for (int i = 0; i < n; i++) {
        uint64_t record = at[i] >> 32;
        uint32_t words = (uint32_t)at[i];
        if (!touch_record(s, &s->lines[record], t, &me, words))
            f->at[f->nlines++] = line_touch(s->first_line + record, words);
    }
    return !f->nlines;
}

void shadow_strip(Shadow *s, const ShadowAccess *t, const Strip *sp,
                  uint32_t bytes, uint32_t known) {
    Footprint f;

    if (!s || !s->la || s->broken) return;
    order_block(s, (uint32_t)t->block);
    if (s->tracks) touched_row(s, t, sp);
    f.nlines = 0;
    known = touch_row(s, t, sp, known, &f);
    if (sp->rows) {
        Strip second = strip_second(sp);
        if (s->tracks) touched_row(s, t, &second);
        touch_row(s, t, &second, known, &f);
    }
    if (!f.nlines) return;
    Access a = sp->rows ? access_of_rows(sp, bytes)
                        : strip_access(sp->lo, bytes, bytes, UINT32_MAX);
    shadow_access(s, t, &a, &f, 0);
}

void shadow_words(Shadow *s, const ShadowAccess *t, uint64_t line,
                  uint32_t words, uint32_t bytes, uint32_t lanes) {
    uint32_t each = bytes / 4;

    if (!s || !s->la || s->broken) return;
    order_block(s, (uint32_t)t->block);
    Stamp me = stamp_of(s, t);
    if (s->tracks) touched_words(s, t, line, words);
    if (touch_simple(s, t, &me, line, words)) return;
    for (uint32_t at = 0; at < 32; at += each) {
        uint32_t mine = ((1u << each) - 1) << at & words;
        if (!mine) continue;
        Footprint f = {.nlines = 1};
        f.at[0] = line_touch(line, mine);
        Access a = strip_access(line * LINE_BYTES + at * 4, 0, bytes, lanes);
        shadow_access(s, t, &a, &f, 0);
    }
}
