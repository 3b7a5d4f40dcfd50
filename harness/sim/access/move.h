// Between the registers of a warp and memory that lies in one piece: a checked,
// classified access is a copy of rows, one value for all, or lane by lane.
//
// A pair of functions per width of the element and of its register:
//
//     gather_u32(d, a, base)    d[l] = the element at base + a->at[l]
//     scatter_u32(s, a, base)   the element at base + a->at[l] = s[l]
//
// for the active lanes. If lanes store to one address, the highest wins.
#ifndef SIM_MOVE_H
#define SIM_MOVE_H

#include "sim/core/lanes.h"
#include "sim/mem/sectors.h"

#include <string.h>

// M: the element in memory; VIA: what it becomes (16-bit values stay so); R:
// the register.
#define GATHER(name, M, VIA, R)                                                \
    static inline void name(void *to, const Access *a, const uint8_t *base) {  \
        R *d = to;                                                             \
        M value, row[WARP_SIZE];                                               \
        bool all = a->lanes == UINT32_MAX;                                     \
                                                                               \
        if (a->shape == SHAPE_LINE && a->stride == 0) {                        \
            uint32_t lanes = a->lanes;                                         \
            memcpy(&value, base + a->first, sizeof value);                     \
            if (all) {                                                         \
                VECTOR_LOOP                                                    \
                LANES                                                          \
                    d[l] = (R)(VIA)value;                                      \
                return;                                                        \
            }                                                                  \
            VECTOR_LOOP                                                        \
            LANES                                                              \
                d[l] = lanes >> l & 1 ? (R)(VIA)value : d[l];                  \
        } else if (a->shape == SHAPE_LINE && a->stride == sizeof(M) && all) {  \
            memcpy(row, base + a->first, sizeof row);                          \
            VECTOR_LOOP                                                        \
            LANES                                                              \
                d[l] = (R)(VIA)row[l];                                         \
        } else if (all) {                                                      \
            LANES {                                                            \
                memcpy(&value, base + a->at[l], sizeof value);                 \
                d[l] = (R)(VIA)value;                                          \
            }                                                                  \
        } else {                                                               \
            for (uint32_t m = a->lanes; m; m &= m - 1) {                       \
                int l = __builtin_ctz(m);                                      \
                memcpy(&value, base + a->at[l], sizeof value);                 \
                d[l] = (R)(VIA)value;                                          \
            }                                                                  \
        }                                                                      \
    }

#define SCATTER(name, M, R)                                                    \
    static inline void name(const void *from, const Access *a,                 \
                            uint8_t *base) {                                   \
        const R *s = from;                                                     \
        M value;                                                               \
                                                                               \
        if (a->shape == SHAPE_LINE && a->stride == sizeof(M) &&                \
            a->lanes == UINT32_MAX) {                                          \
            M row[WARP_SIZE];                                                  \
            VECTOR_LOOP                                                        \
            LANES                                                              \
                row[l] = (M)s[l];                                              \
            memcpy(base + a->first, row, sizeof row);                          \
        } else if (a->shape == SHAPE_LINE && a->stride == 0) {                 \
            value = (M)s[31 - __builtin_clz(a->lanes)];                        \
            memcpy(base + a->first, &value, sizeof value);                     \
        } else if (a->shape == SHAPE_ROWS && a->stride == sizeof(M)) {         \
            M row[8];                                                          \
            for (int q = 0; q < WARP_SIZE; q += 8) {                           \
                for (int l = 0; l < 8; l++)                                    \
                    row[l] = (M)s[q + l];                                      \
                memcpy(base + a->at[q], row, sizeof row);                      \
            }                                                                  \
        } else {                                                               \
            for (uint32_t m = a->lanes; m; m &= m - 1) {                       \
                int l = __builtin_ctz(m);                                      \
                value = (M)s[l];                                               \
                memcpy(base + a->at[l], &value, sizeof value);                 \
            }                                                                  \
        }                                                                      \
    }

GATHER(gather_words, uint32_t, uint32_t, uint32_t)
GATHER(gather_u64, uint64_t, uint64_t, uint64_t)
SCATTER(scatter_u32, uint32_t, uint32_t)
SCATTER(scatter_u64, uint64_t, uint64_t)

// Rows of 8 words, anywhere in memory.
typedef uint32_t Words __attribute__((vector_size(32), aligned(4), may_alias));

// A copy of so many bytes, a multiple of 32, in pieces as large as those that
// handlers read registers in: a processor waits where it reads at once what it
// has written in two pieces just before, as memcpy does.
static inline void copy_octets(void *to, const void *from, size_t n) {
    Words *d = to;
    const Words *s = from;
    for (size_t i = 0; i < n / sizeof *d; i++)
        d[i] = s[i];
}

// n lanes, 16 or 32, get the same.
static inline void fill_32(uint32_t *d, uint32_t value, int n) {
    for (int l = 0; l < n; l += 8)
        *(Octet *)(void *)(d + l) = (Octet){} + value;
}
static inline void fill_64(uint64_t *d, uint64_t value, int n) {
    for (int l = 0; l < n; l += 4)
        *(Quad *)(void *)(d + l) = (Quad){} + value;
}

static inline void gather_u32(void *to, const Access *a, const uint8_t *base) {
    Octet *d = to;

    if (a->shape != SHAPE_ROWS || (a->stride != 0 && a->stride != 4)) {
        gather_words(to, a, base);
        return;
    }
    for (int q = 0; q < 4; q++) {
        const uint8_t *row = base + a->at[8 * q];
        uint32_t value;
        memcpy(&value, row, sizeof value);
        d[q] = (Octet){} + value;
        if (a->stride) d[q] = (Octet) * (const Words *)(const void *)row;
    }
}

#endif
