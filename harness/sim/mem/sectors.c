#include "sim/mem/sectors.h"

#include <string.h>

// ---- lines and sectors

static uint64_t below(unsigned n) { // bits [0, n), n up to 64
    return n >= 64 ? ~0ull : (1ull << n) - 1;
}

// Marks bytes [from, to) of a line.
static void line_mark(LineTouch *t, unsigned from, unsigned to) {
    unsigned from_high = from > 64 ? from - 64 : 0;
    unsigned to_high = to > 64 ? to - 64 : 0;
    uint64_t lower = below(to) & ~below(from);
    uint64_t upper = below(to_high) & ~below(from_high);

    t->bytes[0] |= (uint32_t)lower;
    t->bytes[1] |= (uint32_t)(lower >> 32);
    t->bytes[2] |= (uint32_t)upper;
    t->bytes[3] |= (uint32_t)(upper >> 32);
}

static LineTouch *line_add(Footprint *f, uint64_t line) {
    LineTouch *t = &f->at[f->nlines++];

    *t = (LineTouch){.line = line};
    return t;
}

static LineTouch *line_find(Footprint *f, uint64_t line) {
    for (int i = 0; i < f->nlines; i++)
        if (f->at[i].line == line) return &f->at[i];
    return line_add(f, line);
}

// Touches all of [lo, hi).
static void touch_range(Footprint *f, uint64_t lo, uint64_t hi) {
    uint64_t last = (hi - 1) / LINE_BYTES;

    for (uint64_t line = lo / LINE_BYTES; line <= last; line++) {
        uint64_t from = line * LINE_BYTES;
        line_mark(line_find(f, line), lo > from ? (unsigned)(lo - from) : 0,
                  hi - from < LINE_BYTES ? (unsigned)(hi - from) : LINE_BYTES);
    }
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

// Lanes one after the other. All are of one size and aligned to it, so a lane's
// bytes are either all new or all known.
typedef struct Tally {
    int sectors, bytes;
} Tally;

static inline void touch_lane(LineTouch *t, uint64_t address, uint32_t bytes,
                              Tally *n) {
    unsigned offset = (unsigned)(address % LINE_BYTES);
    uint32_t *sector = &t->bytes[offset / SECTOR_BYTES];
    uint32_t mine = ((1u << bytes) - 1) << offset % SECTOR_BYTES;

    n->sectors += *sector == 0;
    n->bytes += *sector & mine ? 0 : (int)bytes;
    *sector |= mine;
}

static void footprint_tally(Footprint *f, const Tally *n) {
    f->sectors = n->sectors;
    f->ideal = (n->bytes + SECTOR_BYTES - 1) / SECTOR_BYTES;
}

// A stride other than the element's size: neighbours share lines or not.
static void footprint_stride(const Access *a, Footprint *f) {
    uint64_t p = a->first;
    LineTouch *t = NULL;
    Tally n = {0};

    for (int i = 0; i < a->n; i++, p += (uint64_t)a->stride) {
        if (!t || t->line != p / LINE_BYTES) t = line_add(f, p / LINE_BYTES);
        touch_lane(t, p, a->bytes, &n);
    }
    footprint_tally(f, &n);
}

enum { SLOTS = 128, EMPTY = 0xff, WORD_LANES = 32 };

// A slot for key, by multiplication with 2^64 over the golden ratio.
static unsigned sector_slot(uint64_t key) {
    return (unsigned)((key * 0x9e3779b97f4a7c15ull) >> 57);
}

static void footprint_general(const Access *a, Footprint *f) {
    uint8_t slot[SLOTS];
    LineTouch *t = NULL;
    Tally n = {0};

    memset(slot, EMPTY, sizeof slot);
    for (uint32_t m = a->lanes; m; m &= m - 1) {
        uint64_t p = a->at[__builtin_ctz(m)], line = p / LINE_BYTES;
        if (!t || t->line != line) {
            unsigned h = sector_slot(line);
            while (slot[h] != EMPTY && f->at[slot[h]].line != line)
                h = (h + 1) % SLOTS;
            if (slot[h] == EMPTY) {
                slot[h] = (uint8_t)f->nlines;
                line_add(f, line);
            }
            t = &f->at[slot[h]];
        }
        touch_lane(t, p, a->bytes, &n);
    }
    footprint_tally(f, &n);
}

static void footprint_rows(const Access *a, Footprint *f) {
    uint64_t reach = (uint64_t)a->stride * (uint64_t)(a->row - 1) + a->bytes;

    for (int l = 0; l < 32; l += a->row)
        touch_range(f, a->at[l], a->at[l] + reach);
    footprint_total(f);
}

static void footprint_one(const Access *a, Footprint *f) {
    Tally n = {0};

    touch_lane(line_add(f, a->first / LINE_BYTES), a->first, a->bytes, &n);
    f->sectors = f->ideal = 1;
}

// Every byte of [lo, hi): whole sectors but for the first and the last.
static void footprint_dense(const Access *a, Footprint *f) {
    uint64_t lo = a->lo / SECTOR_BYTES, hi = (a->hi - 1) / SECTOR_BYTES;
    uint64_t line = lo / LINE_SECTORS, last = hi / LINE_SECTORS;

    f->sectors = (int)(hi - lo) + 1;
    f->ideal = (int)((a->hi - a->lo + SECTOR_BYTES - 1) / SECTOR_BYTES);
    for (; line <= last; line++) {
        LineTouch *t = line_add(f, line);
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

bool line_words(const LineTouch *t, uint32_t *words) {
    *words = 0;
    for (int s = 0; s < LINE_SECTORS; s++) {
        uint32_t b = t->bytes[s], x;
        if (!b) continue;
        x = b & b >> 1;
        x &= x >> 2;
        x &= 0x11111111; // one bit per word, if all four bytes are touched
        if (x * 15 != b) return false;
        x = (x | x >> 3) & 0x03030303;
        x = (x | x >> 6) & 0x000f000f;
        *words |= ((x | x >> 12) & 0xff) << 8 * s;
    }
    return true;
}

// ---- banks
//
// A chunk is what one lane wants, at least a word: aligned, so chunk c sits in
// bank group c % (128 / size) and conflicts only with chunks of that group.
//
// A pass takes one chunk out of every bank group. Each lane writes its chunk
// into its group's cell; the lanes that find it there afterwards are served,
// the others come again. Cells that no lane of the pass wrote are not read.

static int passes(const Access *a, uint32_t lanes, unsigned size) {
    unsigned shift = (unsigned)__builtin_ctz(size);
    uint32_t groups = LINE_BYTES / size - 1, cell[BANKS], chunk[32];
    int n = 0;

    for (int l = 0; l < 32; l++)
        chunk[l] = (uint32_t)(a->at[l] >> shift);
    for (; lanes; n++) {
        uint32_t left = 0;
        for (uint32_t m = lanes; m; m &= m - 1) {
            uint32_t c = chunk[__builtin_ctz(m)];
            cell[c & groups] = c;
        }
        for (uint32_t m = lanes; m; m &= m - 1) {
            uint32_t c = chunk[__builtin_ctz(m)];
            left |= cell[c & groups] == c ? 0 : m & -m;
        }
        lanes = left;
    }
    return n;
}

// Lanes l and l ^ x want the same, wherever both are active.
static bool neighbours_agree(const Access *a, int x) {
    for (uint32_t m = a->lanes & (a->lanes >> x); m; m &= m - 1) {
        int l = __builtin_ctz(m);
        if (!(l & x) && a->at[l] != a->at[l + x]) return false;
    }
    return true;
}

static int wavefronts_general(const Access *a, unsigned bytes, int *ideal) {
    unsigned size = max_of(bytes, 4u), group = WORD_LANES / (size / 4);
    int sum = 0;

    if (size > 4 && (neighbours_agree(a, 1) || neighbours_agree(a, 2)))
        group *= 2;
    *ideal = 0;
    for (unsigned l = 0; l < WORD_LANES; l += group) {
        uint32_t lanes = a->lanes & (uint32_t)(below(group) << l);
        if (!lanes) continue;
        sum += passes(a, lanes, size);
        ++*ideal;
    }
    return sum;
}

// Passes for `lanes` distinct chunks that are `step` apart. `groups` is a power
// of two, so they come back to the same bank group after groups / 2^k of them.
static int conflicts(unsigned step, int lanes, int groups) {
    int common = __builtin_ctz(step | (unsigned)groups);
    int period = groups >> common;

    return (lanes + period - 1) >> __builtin_ctz((unsigned)period);
}

// The two rows of a block 16 threads wide, of words that are neighbours or one:
// 1 pass if their words are shared or keep to banks of their own, else 2. 0:
// not so simple.
static int wavefronts_rows(const Access *a) {
    int64_t apart = (int64_t)(a->at[16] - a->at[0]) / 4;

    if (a->bytes != 4 || a->row != 16) return 0;
    if (a->stride == 0) return apart && apart % BANKS == 0 ? 2 : 1;
    if (a->stride != 4) return 0;
    return (apart > -16 && apart < 16) || apart % BANKS == 16 ||
                   apart % BANKS == -16
               ? 1
               : 2;
}

int access_wavefronts_any(const Access *a, int *ideal) {
    uint64_t s = a->stride < 0 ? -(uint64_t)a->stride : (uint64_t)a->stride;

    if (a->shape == SHAPE_ROWS) {
        int simple = wavefronts_rows(a);
        *ideal = 1;
        if (simple) return simple;
    } else if (a->shape == SHAPE_LINE || a->even) {
        if (a->bytes <= 4 && s <= 4) {
            *ideal = 1;
            return 1; // neighbouring words, 32 at most
        }
        if (a->bytes <= 4 && s % 4 == 0 && a->shape == SHAPE_LINE) {
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
    return wavefronts_general(a, a->bytes, ideal);
}

int access_wider(const Access *a, uint32_t before, uint32_t bytes) {
    int ideal;

    for (uint32_t m = a->lanes; m; m &= m - 1)
        if ((a->at[__builtin_ctz(m)] - before) % bytes) return 0;
    return wavefronts_general(a, bytes, &ideal);
}

// ---- lanes on one address
//
// Each lane leaves its number in the cell of its address's hash. A lane that
// finds another's number compares the addresses; if they differ, two addresses
// share a cell, and every pair of lanes is compared instead.

enum { CELL_BITS = 12 };

static int multiplicity_pairs(const Access *a) {
    int most = 0;

    for (uint32_t m = a->lanes; m; m &= m - 1) {
        uint64_t p = a->at[__builtin_ctz(m)];
        int same = 0;
        for (int l = 0; l < 32; l++)
            same += (int)(a->lanes >> l & 1) & (a->at[l] == p);
        most = max_of(most, same);
    }
    return most;
}

int access_multiplicity(const Access *a) {
    uint8_t cell[1 << CELL_BITS], count[32];
    uint32_t hash[32];
    int most = 1;

    if (a->shape == SHAPE_LINE) return a->stride == 0 ? a->n : 1;
    if (a->even) return 1;
    for (int l = 0; l < 32; l++)
        hash[l] =
            ((uint32_t)a->at[l] ^ (uint32_t)(a->at[l] >> 21)) * 0x9e3779b1u >>
            (32 - CELL_BITS);
    for (uint32_t m = a->lanes; m; m &= m - 1) {
        int l = __builtin_ctz(m);
        count[l] = 0;
        cell[hash[l]] = (uint8_t)l;
    }
    for (uint32_t m = a->lanes; m; m &= m - 1) {
        int l = __builtin_ctz(m), first = cell[hash[l]];
        if (a->at[first] != a->at[l]) return multiplicity_pairs(a);
        most = max_of(most, ++count[first]);
    }
    return most;
}
