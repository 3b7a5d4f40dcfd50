// Matrix products that do not round, or round as fma does: integers, single
// bits, doubles. And the choice among all of them.
#include "sim/core/lanes.h"
#include "sim/exec/mma.h"
#include "sim/exec/mma_vector.h"

#include <math.h>

enum { MAX_ROWS = 16, MAX_K = 64 };

// ---- integers

// The elements of a core as 16-bit numbers: row g at to + g * stride.
static void core_ints(int16_t *to, int stride, const uint32_t *reg, Type t) {
    for (int g = 0; g < 8; g++, to += stride, reg += 4) {
        const uint8_t *u8 = (const uint8_t *)reg;
        const int8_t *s8 = (const int8_t *)reg;
        switch (t) {
        case TYPE_S8:
            for (int i = 0; i < 16; i++)
                to[i] = s8[i];
            break;
        case TYPE_U8:
            for (int i = 0; i < 16; i++)
                to[i] = u8[i];
            break;
        case TYPE_S4:
            for (int i = 0; i < 16; i++) {
                to[2 * i] = (int16_t)((int8_t)(u8[i] << 4) >> 4);
                to[2 * i + 1] = (int16_t)(s8[i] >> 4);
            }
            break;
        default:
            for (int i = 0; i < 16; i++) {
                to[2 * i] = u8[i] & 15;
                to[2 * i + 1] = u8[i] >> 4;
            }
            break;
        }
    }
}

static int32_t clamped(int64_t v) {
    return (int32_t)(v > INT32_MAX ? INT32_MAX : v < INT32_MIN ? INT32_MIN : v);
}

static void add_sums(const MmaTile *t, const MmaRegs *r, const int32_t *sum) {
    for (int i = 0; i < t->rows / 8 * 2; i++) {
        const int32_t *c = r->c[i];
        int32_t *d = r->d[i];
        LANES {
            int32_t s = sum[i / 2 * 64 + 2 * l + i % 2];
            d[l] = t->satfinite ? clamped((int64_t)c[l] + s)
                                : (int32_t)((uint32_t)c[l] + (uint32_t)s);
        }
    }
}

// sum += the product of eight pairs with the pair `a`, added up.
VECTOR void add_pairs(I8 *sum, const I8 *b, int32_t a) {
#if defined(__AVX2__)
    *sum += (I8)_mm256_madd_epi16((__m256i)*b, _mm256_set1_epi32(a));
#else
    *sum += (*b << 16 >> 16) * (int16_t)a + (*b >> 16) * (a >> 16);
#endif
}

// Two elements along k at a time: they lie side by side in a word.
static void mma_ints(const MmaTile *t, const MmaRegs *r) {
    union {
        int16_t s16[MAX_ROWS][MAX_K];
        int32_t s32[MAX_ROWS][MAX_K / 2];
    } a, columns;
    I8 b[MAX_K / 2], sum[MAX_ROWS];
    int wide = 128 / type_bits(t->a), rows = t->rows / 8, k = t->k;

    for (int i = 0; i < rows * k / wide; i++)
        core_ints(&a.s16[i % rows * 8][i / rows * wide], MAX_K, r->a[i], t->a);
    for (int i = 0; i < k / wide; i++)
        core_ints(&columns.s16[0][i * wide], MAX_K, r->b[i], t->b);
    for (int i = 0; i < k / 2; i += 8)
        i8_transpose(&b[i], &columns.s32[0][i], MAX_K / 2);
    for (int row = 0; row < t->rows; row++) {
        I8 acc = {0};
        for (int i = 0; i < k / 2; i++)
            add_pairs(&acc, &b[i], a.s32[row][i]);
        sum[row] = acc;
    }
    add_sums(t, r, (const int32_t *)sum);
}

// ---- single bits: how many are set in the xor or the and of row and column

static void mma_bits(const MmaTile *t, const MmaRegs *r) {
    int32_t sum[MAX_ROWS][MMA_N] = {{0}};
    int rows = t->rows / 8;

    for (int i = 0; i < rows * t->k / 128; i++) {
        const uint32_t *a = r->a[i], *b = r->b[i / rows];
        for (int g = 0; g < 8; g++)
            for (int n = 0; n < MMA_N; n++)
                for (int w = 0; w < 4; w++) {
                    uint32_t x = a[4 * g + w], y = b[4 * n + w];
                    x = t->is_and ? x & y : x ^ y;
                    sum[i % rows * 8 + g][n] += __builtin_popcount(x);
                }
    }
    add_sums(t, r, &sum[0][0]);
}

// ---- doubles: fused, in the order of k

static void mma_doubles(const MmaTile *t, const MmaRegs *r) {
    double b[16][MMA_N], sum[MAX_ROWS][MMA_N];
    int rows = t->rows / 8;

    for (int k = 0; k < t->k; k++) {
        const double *from = r->b[k / 4];
        for (int n = 0; n < MMA_N; n++)
            b[k][n] = from[4 * n + k % 4];
    }
    for (int i = 0; i < rows * 2; i++) {
        const double *c = r->c[i];
        LANES
            sum[i / 2 * 8 + l / 4][l % 4 * 2 + i % 2] = c[l];
    }
    for (int row = 0; row < t->rows; row++)
        for (int chunk = 0; chunk < t->k / 4; chunk++) {
            const double *a = r->a[chunk * rows + row / 8];
            for (int k = 0; k < 4; k++)
                for (int n = 0; n < MMA_N; n++)
                    sum[row][n] = fma(a[row % 8 * 4 + k], b[chunk * 4 + k][n],
                                      sum[row][n]);
        }
    for (int i = 0; i < rows * 2; i++) {
        double *d = r->d[i];
        LANES
            d[l] = sum[i / 2 * 8 + l / 4][l % 4 * 2 + i % 2];
    }
}

void mma_tile(const MmaTile *t, const MmaRegs *r, int cc) {
    switch (t->a) {
    case TYPE_F64: mma_doubles(t, r); break;
    case TYPE_B1: mma_bits(t, r); break;
    case TYPE_S8:
    case TYPE_U8:
    case TYPE_S4:
    case TYPE_U4: mma_ints(t, r); break;
    default: mma_floats(t, r, cc); break;
    }
}
