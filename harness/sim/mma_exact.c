// Matrix products that do not round, or round as fma does: integers, single
// bits, doubles. And the choice among all of them.
#include "sim/lanes.h"
#include "sim/mma.h"

#include <math.h>

enum { MAX_ROWS = 16, MAX_K = 64 };

int mma_registers(int rows, int k, Type t) {
    int wide = t == TYPE_F64 ? 4 : 128 / type_bits(t); // columns of a core

    return rows / 8 * (k / wide);
}

// ---- integers

static int32_t element(uint32_t reg, int i, Type t) {
    switch (t) {
    case TYPE_S8: return (int8_t)(reg >> 8 * i);
    case TYPE_U8: return (uint8_t)(reg >> 8 * i);
    case TYPE_S4: return (int32_t)(reg << (28 - 4 * i)) >> 28;
    default: return (int32_t)(reg >> 4 * i & 15);
    }
}

// Row g of the core to to + g * stride.
static void core_ints(int32_t *to, int stride, const uint32_t *reg, Type t) {
    int per = 32 / type_bits(t);

    LANES {
        int32_t *at = to + l / 4 * stride + l % 4 * per;
        for (int i = 0; i < per; i++)
            at[i] = element(reg[l], i, t);
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

static void mma_ints(const MmaTile *t, const MmaRegs *r) {
    int32_t a[MAX_ROWS][MAX_K], columns[MMA_N][MAX_K], b[MAX_K][MMA_N];
    int32_t sum[MAX_ROWS][MMA_N];
    int wide = 128 / type_bits(t->a), rows = t->rows / 8, k = t->k;

    for (int i = 0; i < rows * k / wide; i++)
        core_ints(&a[i % rows * 8][i / rows * wide], MAX_K, r->a[i], t->a);
    for (int i = 0; i < k / wide; i++)
        core_ints(&columns[0][i * wide], MAX_K, r->b[i], t->b);
    for (int i = 0; i < k; i++)
        for (int n = 0; n < MMA_N; n++)
            b[i][n] = columns[n][i];
    for (int row = 0; row < t->rows; row++) {
        int32_t acc[MMA_N] = {0};
        for (int i = 0; i < k; i++)
            for (int n = 0; n < MMA_N; n++)
                acc[n] += a[row][i] * b[i][n];
        for (int n = 0; n < MMA_N; n++)
            sum[row][n] = acc[n];
    }
    add_sums(t, r, &sum[0][0]);
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
    int rows = t->rows / 8;

    for (int i = 0; i < rows * 2; i++) {
        const double *c = r->c[i];
        double *d = r->d[i];
        LANES {
            int g = l / 4, n = l % 4 * 2 + i % 2;
            double sum = c[l];
            for (int k = 0; k < t->k; k++) {
                const double *a = r->a[k / 4 * rows + i / 2], *b = r->b[k / 4];
                sum = fma(a[4 * g + k % 4], b[4 * n + k % 4], sum);
            }
            d[l] = sum;
        }
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
