// Counts what one memory request of a warp touches: sectors, lines, banks.
//
// A request is one load, store or atomic executed by the active lanes of a
// warp. Its addresses are classified once; most are a line (uniform,
// contiguous, a constant stride), for which everything counted has a closed
// form. Two or four rows of the same line are what blocks 16 or 8 threads wide
// make. The rest is counted lane by lane with a small hash table.
//
// Addresses are aligned to the bytes of a lane, so a lane's access never
// straddles a sector.
#ifndef SIM_SECTORS_H
#define SIM_SECTORS_H

#include "base/base.h"

enum {
    SECTOR_BYTES = 32,
    LINE_BYTES = 128,
    LINE_SECTORS = LINE_BYTES / SECTOR_BYTES,
    BANKS = 32,
    REQUEST_LINES = 32, // most lines that a request can touch
};

// The kind of access.
typedef enum AccessKind { ACCESS_LOAD, ACCESS_STORE, ACCESS_ATOMIC } AccessKind;

typedef enum Shape {
    SHAPE_LINE,    // first + i * stride, i counting active lanes
    SHAPE_ROWS,    // all lanes active; rows of `row` lanes, each such a line
    SHAPE_GENERAL, // anything
} Shape;

typedef struct Access {
    _Alignas(64) uint64_t at[32]; // by lane; only active lanes mean anything
    uint32_t lanes;               // active; never 0
    uint32_t bytes;               // per lane: 1, 2, 4, 8 or 16
    Shape shape;
    int row;        // SHAPE_ROWS: lanes of a row, 16 or 8
    bool even;      // SHAPE_GENERAL: lane l is at first + (l - lowest) * stride
                    // nonetheless, but some lanes between are not active
    int n;          // active lanes
    int64_t stride; // SHAPE_LINE, SHAPE_ROWS, even
    uint64_t first; // address of the lowest active lane
    uint64_t lo;    // lowest byte touched
    uint64_t hi;    // one past the highest
    uint64_t low;   // all addresses ored together: low bits tell alignment
} Access;

// Classifies a->at under a->lanes and a->bytes: fills the rest.
void access_classify(Access *a);

// A 128-byte line and which of its bytes are touched, a word per sector.
typedef struct LineTouch {
    uint64_t line; // address / 128
    uint32_t bytes[LINE_SECTORS];
} LineTouch;

// Of the 4-byte words of a line those that are touched; false: some in part.
bool line_words(const LineTouch *t, uint32_t *words);
// The same where elements have 4 bytes or more: all are whole.
static inline uint32_t line_whole(const LineTouch *t) {
    uint64_t half[2] = {t->bytes[0] | (uint64_t)t->bytes[1] << 32,
                        t->bytes[2] | (uint64_t)t->bytes[3] << 32};

    for (int i = 0; i < 2; i++) {
#ifdef __BMI2__
        half[i] = __builtin_ia32_pext_di(half[i], 0x1111111111111111);
#else
        uint64_t x = half[i] & 0x1111111111111111;
        x = (x | x >> 3) & 0x0303030303030303;
        x = (x | x >> 6) & 0x000f000f000f000f;
        x = (x | x >> 12) & 0x000000ff000000ff;
        half[i] = (x | x >> 24) & 0xffff;
#endif
    }
    return (uint32_t)(half[0] | half[1] << 16);
}

typedef struct Footprint {
    int nlines;
    int sectors; // distinct 32-byte sectors touched
    int ideal;   // fewest that could hold the distinct bytes touched
    LineTouch at[REQUEST_LINES]; // distinct, in order of the lowest lane
} Footprint;

// Finds the lines and sectors of a classified global access.
void access_footprint(const Access *a, Footprint *f);

// Passes over the 32 banks of 4 bytes that a classified shared access takes.
// Lanes that want the same word share it; different words of a bank wait for
// each other. Accesses of 8 bytes go half a warp at a time, of 16 a quarter;
// twice as many lanes if each lane wants the same as its neighbour (l ^ 1), or
// each as the next but one (l ^ 2). Measured on an H200 with ncu, 60 patterns.
// *ideal: the passes without bank conflicts, one per such group of lanes.
int access_wavefronts_any(const Access *a, int *ideal);
static inline int access_wavefronts(const Access *a, int *ideal) {
    if (a->shape == SHAPE_LINE && a->bytes == 4 &&
        (a->stride == 0 || a->stride == 4)) {
        *ideal = 1;
        return 1;
    }
    return access_wavefronts_any(a, ideal);
}

// Those of the wider access of `bytes`, of which a's bytes have `before` before
// them; 0 if a lane is not aligned for it.
int access_wider(const Access *a, uint32_t before, uint32_t bytes);

// The most lanes of the access that have the same address.
int access_multiplicity(const Access *a);

#endif
