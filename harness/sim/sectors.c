#include "sim/sectors.h"

#include <string.h>

// ---- classes

// Ors the differences between neighbours from the stride, by place: row ends
// (lanes 7, 15, 23) apart from the rest.
typedef struct Steps {
    uint64_t inside, at7_23, at15;
} Steps;

static Steps steps_off(const uint64_t *at, uint64_t stride) {
    uint64_t e[32];
    Steps s = {0, 0, 0};

    for (int l = 0; l < 31; l++)
        e[l] = (at[l + 1] - at[l]) ^ stride;
    s.at7_23 = e[7] | e[23];
    s.at15 = e[15];
    e[7] = e[15] = e[23] = e[31] = 0;
    for (int l = 0; l < 32; l++)
        s.inside |= e[l];
    return s;
}

static void extent_general(Access *a) {
    uint64_t lo = UINT64_MAX, hi = 0, low = 0;

    for (uint32_t m = a->lanes; m; m &= m - 1) {
        uint64_t p = a->at[__builtin_ctz(m)];
        if (p < lo) lo = p;
        if (p > hi) hi = p;
        low |= p;
    }
    a->lo = lo;
    a->hi = hi + a->bytes;
    a->low = low;
}

// Lowest and highest address of a line of n lanes.
static void extent_line(Access *a, int n) {
    uint64_t last = a->first + (uint64_t)a->stride * (uint64_t)(n - 1);

    a->lo = a->stride < 0 ? last : a->first;
    a->hi = (a->stride < 0 ? a->first : last) + a->bytes;
    a->low = a->first | (uint64_t)a->stride;
}

// hi beyond lo, and no wrap on the way: a stride of garbage can wrap.
static bool extent_sane(const Access *a, int n) {
    uint64_t reach = a->hi - a->lo;
    uint64_t s = a->stride < 0 ? -(uint64_t)a->stride : (uint64_t)a->stride;

    return s < (1ull << 48) && a->hi > a->lo &&
           reach == s * (uint64_t)(n - 1) + a->bytes;
}

// Whether all 32 lie on one line: the commonest case, and cheap to see.
static bool is_line(const uint64_t *at, uint64_t stride) {
    uint64_t want = at[0], off = 0;

    for (int l = 0; l < 32; l++, want += stride)
        off |= at[l] ^ want;
    return off == 0;
}

static void classify_full(Access *a) {
    a->stride = (int64_t)(a->at[1] - a->at[0]);
    if (is_line(a->at, (uint64_t)a->stride)) {
        extent_line(a, 32);
        if (extent_sane(a, 32)) {
            a->shape = SHAPE_LINE;
            return;
        }
    }
    Steps s = steps_off(a->at, (uint64_t)a->stride);
    extent_general(a);
    a->shape = s.inside ? SHAPE_GENERAL : SHAPE_ROWS;
    a->row = s.at7_23 ? 8 : 16;
}

static void classify_part(Access *a) {
    uint32_t m = a->lanes & (a->lanes - 1);
    uint64_t last = a->first;

    a->shape = SHAPE_LINE;
    a->stride = m ? (int64_t)(a->at[__builtin_ctz(m)] - a->first) : 0;
    for (; m; m &= m - 1) {
        uint64_t p = a->at[__builtin_ctz(m)];
        if (p - last != (uint64_t)a->stride) a->shape = SHAPE_GENERAL;
        last = p;
    }
    if (a->shape == SHAPE_LINE) {
        extent_line(a, a->n);
        if (extent_sane(a, a->n)) return;
    }
    a->shape = SHAPE_GENERAL;
    extent_general(a);
}

void access_classify(Access *a) {
    a->first = a->at[__builtin_ctz(a->lanes)];
    if (a->lanes == UINT32_MAX) {
        a->n = 32;
        classify_full(a);
    } else {
        a->n = __builtin_popcount(a->lanes);
        classify_part(a);
    }
}

// ---- lines and sectors

static uint32_t bits_of(unsigned from, unsigned to) { // [from, to) of 32
    return (uint32_t)(((1ull << to) - 1) & ~((1ull << from) - 1));
}

// Marks bytes [lo, hi) of one line.
static void touch_mark(LineTouch *t, uint64_t lo, uint64_t hi) {
    uint64_t line = t->line * LINE_BYTES;

    for (int s = 0; s < LINE_SECTORS; s++) {
        uint64_t from = line + (uint64_t)s * SECTOR_BYTES;
        uint64_t to = from + SECTOR_BYTES;
        if (lo >= to || hi <= from) continue;
        t->bytes[s] |= bits_of(lo > from ? (unsigned)(lo - from) : 0,
                               hi < to ? (unsigned)(hi - from) : SECTOR_BYTES);
    }
}

static LineTouch *touch_add(Footprint *f, uint64_t line) {
    LineTouch *t = &f->at[f->nlines++];

    *t = (LineTouch){.line = line};
    return t;
}

static LineTouch *touch_find(Footprint *f, uint64_t line) {
    for (int i = 0; i < f->nlines; i++)
        if (f->at[i].line == line) return &f->at[i];
    return touch_add(f, line);
}

// Touches all of [lo, hi).
static void touch_span(Footprint *f, uint64_t lo, uint64_t hi) {
    for (uint64_t line = lo / LINE_BYTES; line <= (hi - 1) / LINE_BYTES; line++)
        touch_mark(touch_find(f, line), lo, hi);
}

static void touch_lane(LineTouch *t, uint64_t address, uint32_t bytes) {
    unsigned offset = (unsigned)(address % LINE_BYTES);

    t->bytes[offset / SECTOR_BYTES] |=
        bits_of(offset % SECTOR_BYTES, offset % SECTOR_BYTES + bytes);
}

// Counts sectors and distinct bytes of what was touched.
static void footprint_total(Footprint *f) {
    int bytes = 0;

    f->sectors = 0;
    for (int i = 0; i < f->nlines; i++) {
        for (int s = 0; s < LINE_SECTORS; s++) {
            uint32_t b = f->at[i].bytes[s];
            if (!b) continue;
            f->sectors++;
            bytes += b == UINT32_MAX ? 32 : __builtin_popcount(b);
        }
    }
    f->ideal = (bytes + SECTOR_BYTES - 1) / SECTOR_BYTES;
}

// A stride other than the element's size: neighbours share lines or not.
static void footprint_stride(const Access *a, Footprint *f) {
    uint64_t p = a->first;
    LineTouch *t = NULL;

    for (int i = 0; i < a->n; i++, p += (uint64_t)a->stride) {
        if (!t || t->line != p / LINE_BYTES) t = touch_add(f, p / LINE_BYTES);
        touch_lane(t, p, a->bytes);
    }
    footprint_total(f);
}

enum { SLOTS = 64, EMPTY = 0xff, WORD_LANES = 32 };

// A slot for key, by multiplication with 2^64 over the golden ratio.
static unsigned slot_of(uint64_t key) {
    return (unsigned)((key * 0x9e3779b97f4a7c15ull) >> 58);
}

static void footprint_general(const Access *a, Footprint *f) {
    uint8_t slot[SLOTS];

    memset(slot, EMPTY, sizeof slot);
    for (uint32_t m = a->lanes; m; m &= m - 1) {
        uint64_t p = a->at[__builtin_ctz(m)], line = p / LINE_BYTES;
        unsigned h = slot_of(line);
        while (slot[h] != EMPTY && f->at[slot[h]].line != line)
            h = (h + 1) % SLOTS;
        if (slot[h] == EMPTY) {
            slot[h] = (uint8_t)f->nlines;
            touch_add(f, line);
        }
        touch_lane(&f->at[slot[h]], p, a->bytes);
    }
    footprint_total(f);
}

static void footprint_rows(const Access *a, Footprint *f) {
    uint64_t reach = (uint64_t)a->stride * (uint64_t)(a->row - 1) + a->bytes;

    for (int l = 0; l < 32; l += a->row)
        touch_span(f, a->at[l], a->at[l] + reach);
    footprint_total(f);
}

static void footprint_one(const Access *a, Footprint *f) {
    touch_lane(touch_add(f, a->first / LINE_BYTES), a->first, a->bytes);
    f->sectors = f->ideal = 1;
}

// Every byte of [lo, hi): whole sectors but for the first and the last.
static void footprint_dense(const Access *a, Footprint *f) {
    uint64_t lo = a->lo / SECTOR_BYTES, hi = (a->hi - 1) / SECTOR_BYTES;
    uint64_t line = lo / LINE_SECTORS, last = hi / LINE_SECTORS;

    f->sectors = (int)(hi - lo) + 1;
    f->ideal = (int)((a->hi - a->lo + SECTOR_BYTES - 1) / SECTOR_BYTES);
    for (; line <= last; line++) {
        LineTouch *t = touch_add(f, line);
        for (uint64_t s = 0; s < LINE_SECTORS; s++) {
            uint64_t sector = line * LINE_SECTORS + s;
            t->bytes[s] = sector >= lo && sector <= hi ? UINT32_MAX : 0;
        }
    }
    f->at[0].bytes[lo % LINE_SECTORS] &= UINT32_MAX << a->lo % SECTOR_BYTES;
    f->at[f->nlines - 1].bytes[hi % LINE_SECTORS] &=
        UINT32_MAX >> (SECTOR_BYTES - 1 - (a->hi - 1) % SECTOR_BYTES);
}

void access_footprint(const Access *a, Footprint *f) {
    bool dense = a->stride == 0 || a->stride == a->bytes;

    f->nlines = 0;
    if (a->shape == SHAPE_GENERAL || (a->shape == SHAPE_ROWS && !dense)) {
        footprint_general(a, f);
    } else if (a->shape == SHAPE_ROWS) {
        footprint_rows(a, f);
    } else if (a->stride == 0) {
        footprint_one(a, f);
    } else if (dense) {
        footprint_dense(a, f);
    } else {
        footprint_stride(a, f);
    }
}

// ---- banks
//
// A chunk is what one lane wants, at least a word: aligned, so chunk c sits in
// bank group c % (128 / size) and conflicts only with chunks of that group.

typedef struct Chunks {
    int n;     // distinct
    int worst; // most distinct chunks in one bank group
    int most;  // most lanes on one chunk
    uint64_t key[32];
    uint8_t lanes[32];
} Chunks;

static void chunks_of(const Access *a, uint32_t lanes, unsigned size,
                      Chunks *c) {
    uint8_t slot[SLOTS], load[LINE_BYTES] = {0};
    unsigned groups = LINE_BYTES / size;

    memset(slot, EMPTY, sizeof slot);
    c->n = c->worst = c->most = 0;
    for (uint32_t m = lanes; m; m &= m - 1) {
        uint64_t key = a->at[__builtin_ctz(m)] / size;
        unsigned h = slot_of(key);
        while (slot[h] != EMPTY && c->key[slot[h]] != key)
            h = (h + 1) % SLOTS;
        if (slot[h] == EMPTY) {
            slot[h] = (uint8_t)c->n;
            c->lanes[c->n] = 0;
            c->key[c->n++] = key;
            c->worst = max_of(c->worst, ++load[key % groups]);
        }
        c->most = max_of(c->most, ++c->lanes[slot[h]]);
    }
}

// Lanes l and l ^ x want the same, wherever both are active.
static bool neighbours_agree(const Access *a, int x) {
    for (uint32_t m = a->lanes & (a->lanes >> x); m; m &= m - 1) {
        int l = __builtin_ctz(m);
        if (!(l & x) && a->at[l] != a->at[l + x]) return false;
    }
    return true;
}

static int wavefronts_general(const Access *a, int *ideal) {
    unsigned size = max_of(a->bytes, 4u), group = WORD_LANES / (size / 4);
    int sum = 0;
    Chunks c;

    if (size > 4 && (neighbours_agree(a, 1) || neighbours_agree(a, 2)))
        group *= 2;
    *ideal = 0;
    for (unsigned l = 0; l < WORD_LANES; l += group) {
        uint32_t lanes = a->lanes & (bits_of(0, group) << l);
        if (!lanes) continue;
        chunks_of(a, lanes, size, &c);
        sum += c.worst;
        ++*ideal;
    }
    return sum;
}

// Passes for `lanes` distinct chunks that are `step` apart. `groups` is a power
// of two, so they come back to the same bank group after groups / 2^k of them.
static int conflicts(unsigned step, int lanes, int groups) {
    int common = 1 << __builtin_ctz(step | (unsigned)groups);
    int period = groups / common;

    return (lanes + period - 1) / period;
}

// The two rows of a block 16 threads wide, words: 1 pass if they are the same
// row, or keep to different halves of the banks. 0: not so simple.
static int wavefronts_rows(const Access *a) {
    uint64_t apart = (a->at[16] - a->at[0]) / 4 % BANKS;

    if (a->bytes != 4 || a->row != 16) return 0;
    if (a->stride != 0 && a->stride != 4) return 0;
    if (a->at[16] == a->at[0]) return 1;
    if (a->stride == 0) return apart ? 1 : 2;
    return apart == 16 ? 1 : 0;
}

int access_wavefronts(const Access *a, int *ideal) {
    uint64_t s = a->stride < 0 ? -(uint64_t)a->stride : (uint64_t)a->stride;

    if (a->shape == SHAPE_ROWS) {
        int simple = wavefronts_rows(a);
        *ideal = 1;
        if (simple) return simple;
    }
    if (a->shape == SHAPE_LINE) {
        if (a->bytes <= 4 && s <= 4) {
            *ideal = 1;
            return 1; // neighbouring words, 32 at most
        }
        if (a->bytes <= 4 && s % 4 == 0) {
            *ideal = 1;
            return conflicts((unsigned)(s / 4 % BANKS), a->n, BANKS);
        }
        if (a->n == 32 && a->bytes > 4 && s) {
            int parts = (int)a->bytes / 4;
            *ideal = parts;
            return parts * conflicts((unsigned)(s / a->bytes % BANKS),
                                     32 / parts, BANKS / parts);
        }
    }
    return wavefronts_general(a, ideal);
}

int access_multiplicity(const Access *a) {
    Chunks c;

    if (a->shape == SHAPE_LINE) return a->stride == 0 ? a->n : 1;
    chunks_of(a, a->lanes, a->bytes, &c);
    return c.most;
}
