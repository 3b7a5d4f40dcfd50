// cuRAND: the pseudo-random generators, as published, and their jumps.
//
// XORWOW (Marsaglia 2003) is linear over GF(2): to jump n steps is to apply the
// polynomial x^n mod p, p the recurrence's characteristic polynomial, and that
// takes 160 steps. MRG32k3a (L'Ecuyer 1999) jumps by powers of two matrices.
// Philox4x32-10 (Salmon 2011) is a function of a counter.
#include "libs/rand.h"

#include "base/heap.h"

#include <string.h>

enum { XORWOW_LANES = 4096, MRG_LANES = 81920, PHILOX_LANES = 65536 };
enum { MT_N = 624, MT_M = 397 };

typedef struct Xorwow {
    uint32_t v[5], d;
} Xorwow;

typedef struct Mrg {
    uint32_t s1[3], s2[3];
} Mrg;

struct Words {
    WordsKind kind;
    uint32_t lanes, turn;
    Xorwow *xorwow; // a lane each
    Mrg *mrg;
    uint32_t key[2];    // Philox
    uint64_t position;  // in the output, Philox
    uint32_t block[4];  // the last that was computed
    uint64_t lane, row; // of which, row UINT64_MAX: none
    uint32_t mt[MT_N];
    int mt_at;
};

// ---- XORWOW

static uint32_t xorwow_next(Xorwow *x) {
    uint32_t t = x->v[0] ^ (x->v[0] >> 2);
    memmove(x->v, x->v + 1, 4 * sizeof x->v[0]);
    x->v[4] = x->v[4] ^ (x->v[4] << 4) ^ t ^ (t << 1);
    x->d += 362437;
    return x->d + x->v[4];
}

static Xorwow xorwow_seeded(uint64_t seed) {
    uint32_t s0 = (uint32_t)seed ^ 0xaad26b49, s1 = (uint32_t)(seed >> 32);
    s1 ^= 0xf7dcefdd;
    uint32_t t0 = 1099087573u * s0, t1 = 2591861531u * s1;
    return (Xorwow){.v = {123456789u + t0, 362436069u ^ t0, 521288629u + t1,
                          88675123u ^ t1, 5783321u + t0},
                    .d = 6615241u + t1 + t0};
}

// A polynomial over GF(2) of degree below 160.
typedef struct Poly {
    uint32_t c[5];
} Poly;

// p without x^160: found from the sequence by Berlekamp and Massey's algorithm.
static const Poly recurrence = {
    {0x00060001, 0x08610030, 0x00062121, 0x0f3c0035, 0x00000f0e}};

static Poly poly_times_x(Poly a) {
    uint32_t out = a.c[4] >> 31;
    for (int i = 4; i > 0; i--)
        a.c[i] = a.c[i] << 1 | a.c[i - 1] >> 31;
    a.c[0] <<= 1;
    for (int i = 0; out && i < 5; i++)
        a.c[i] ^= recurrence.c[i];
    return a;
}

static Poly poly_times(Poly a, Poly b) {
    Poly sum = {0};
    for (int bit = 0; bit < 160; bit++) {
        if (b.c[bit / 32] >> bit % 32 & 1)
            for (int i = 0; i < 5; i++)
                sum.c[i] ^= a.c[i];
        a = poly_times_x(a);
    }
    return sum;
}

// x^(n * 2^shift)
static Poly poly_jump(uint64_t n, int shift) {
    Poly x = {{2}}, result = {{1}};
    for (int i = 0; i < shift; i++)
        x = poly_times(x, x);
    for (; n; n >>= 1) {
        if (n & 1) result = poly_times(result, x);
        x = poly_times(x, x);
    }
    return result;
}

// The linear part alone; d takes its own way.
static void xorwow_apply(Xorwow *x, const Poly *by) {
    uint32_t sum[5] = {0}, d = x->d;
    for (int bit = 0; bit < 160; bit++) {
        if (by->c[bit / 32] >> bit % 32 & 1)
            for (int i = 0; i < 5; i++)
                sum[i] ^= x->v[i];
        xorwow_next(x);
    }
    memcpy(x->v, sum, sizeof sum);
    x->d = d;
}

// Lanes are 2^67 words apart; d, which has a period of 2^32, is the same.
static void xorwow_init(Words *w, uint64_t seed, uint64_t rows) {
    Xorwow x = xorwow_seeded(seed);
    Poly lane = poly_jump(1, 67), row = poly_jump(rows, 0);
    w->lanes = XORWOW_LANES;
    w->xorwow = heap_new(w->lanes, sizeof *w->xorwow);
    for (uint32_t i = 0; i < w->lanes; i++) {
        w->xorwow[i] = x;
        if (rows) xorwow_apply(&w->xorwow[i], &row);
        w->xorwow[i].d += 362437u * (uint32_t)rows;
        xorwow_apply(&x, &lane);
    }
}

// ---- MRG32k3a

static const uint32_t M1 = 4294967087u, M2 = 4294944443u;

typedef struct Matrix {
    uint32_t a[3][3];
} Matrix;

static Matrix matrix_times(const Matrix *a, const Matrix *b, uint32_t m) {
    Matrix c;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            uint64_t sum = 0;
            for (int k = 0; k < 3; k++)
                sum = (sum + (uint64_t)a->a[i][k] * b->a[k][j] % m) % m;
            c.a[i][j] = (uint32_t)sum;
        }
    return c;
}

// step^(n * 2^shift)
static Matrix matrix_power(Matrix step, uint64_t n, int shift, uint32_t m) {
    Matrix result = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    for (int i = 0; i < shift; i++)
        step = matrix_times(&step, &step, m);
    for (; n; n >>= 1) {
        if (n & 1) result = matrix_times(&result, &step, m);
        step = matrix_times(&step, &step, m);
    }
    return result;
}

static void matrix_apply(const Matrix *a, uint32_t v[3], uint32_t m) {
    uint32_t out[3];
    for (int i = 0; i < 3; i++) {
        uint64_t sum = 0;
        for (int k = 0; k < 3; k++)
            sum += (uint64_t)a->a[i][k] * v[k] % m;
        out[i] = (uint32_t)(sum % m);
    }
    memcpy(v, out, sizeof out);
}

// One step of each half: the new element comes last.
static Matrix first_step(void) {
    return (Matrix){{{0, 1, 0}, {0, 0, 1}, {M1 - 810728u, 1403580u, 0}}};
}
static Matrix second_step(void) {
    return (Matrix){{{0, 1, 0}, {0, 0, 1}, {M2 - 1370589u, 0, 527612u}}};
}

// In [1, M1].
static uint32_t mrg_next(Mrg *g) {
    uint64_t p1 = ((uint64_t)1403580 * g->s1[1] +
                   (uint64_t)(M1 - 810728u) * g->s1[0] % M1) %
                  M1;
    uint64_t p2 = ((uint64_t)527612 * g->s2[2] +
                   (uint64_t)(M2 - 1370589u) * g->s2[0] % M2) %
                  M2;
    g->s1[0] = g->s1[1];
    g->s1[1] = g->s1[2];
    g->s1[2] = (uint32_t)p1;
    g->s2[0] = g->s2[1];
    g->s2[1] = g->s2[2];
    g->s2[2] = (uint32_t)p2;
    return (uint32_t)(p1 > p2 ? p1 - p2 : p1 - p2 + M1);
}

static Mrg mrg_seeded(uint64_t seed) {
    Mrg g = {{12345, 12345, 12345}, {12345, 12345, 12345}};
    if (!seed) return g;
    uint64_t x = (uint32_t)seed ^ 0x55555555u;
    uint64_t y = (uint32_t)(seed >> 32) ^ 0xaaaaaaaau;
    for (int i = 0; i < 3; i++) {
        g.s1[i] = (uint32_t)((i == 1 ? y : x) * 12345 % M1);
        g.s2[i] = (uint32_t)((i == 1 ? x : y) * 12345 % M2);
    }
    return g;
}

// Lanes are 2^76 words apart.
static void mrg_init(Words *w, uint64_t seed, uint64_t rows, uint32_t lanes) {
    Mrg g = mrg_seeded(seed);
    Matrix lane1 = matrix_power(first_step(), 1, 76, M1);
    Matrix lane2 = matrix_power(second_step(), 1, 76, M2);
    Matrix row1 = matrix_power(first_step(), rows, 0, M1);
    Matrix row2 = matrix_power(second_step(), rows, 0, M2);
    w->lanes = lanes;
    w->mrg = heap_new(lanes, sizeof *w->mrg);
    for (uint32_t i = 0; i < lanes; i++) {
        w->mrg[i] = g;
        matrix_apply(&row1, w->mrg[i].s1, M1);
        matrix_apply(&row2, w->mrg[i].s2, M2);
        matrix_apply(&lane1, g.s1, M1);
        matrix_apply(&lane2, g.s2, M2);
    }
}

// ---- Philox4x32-10

static void philox(const uint32_t key[2], uint64_t low, uint64_t high,
                   uint32_t out[4]) {
    uint32_t c[4] = {(uint32_t)low, (uint32_t)(low >> 32), (uint32_t)high,
                     (uint32_t)(high >> 32)};
    uint32_t k0 = key[0], k1 = key[1];
    for (int round = 0; round < 10; round++) {
        uint64_t a = (uint64_t)0xd2511f53 * c[0];
        uint64_t b = (uint64_t)0xcd9e8d57 * c[2];
        uint32_t next[4] = {(uint32_t)(b >> 32) ^ c[1] ^ k0, (uint32_t)b,
                            (uint32_t)(a >> 32) ^ c[3] ^ k1, (uint32_t)a};
        memcpy(c, next, sizeof c);
        k0 += 0x9e3779b9;
        k1 += 0xbb67ae85;
    }
    memcpy(out, c, sizeof c);
}

static const uint32_t *philox_block(Words *w, uint64_t lane, uint64_t row) {
    if (w->lane != lane || w->row != row) philox(w->key, row, lane, w->block);
    w->lane = lane;
    w->row = row;
    return w->block;
}

static uint32_t philox_next(Words *w) {
    uint64_t at = w->position++, quad = at / 4;
    return philox_block(w, quad % w->lanes, quad / w->lanes)[at % 4];
}

// Four doubles are two blocks of a lane.
static void philox_double(Words *w, uint32_t *x, uint32_t *y) {
    uint64_t at = w->position++, quad = at / 4;
    const uint32_t *b =
        philox_block(w, quad % w->lanes, quad / w->lanes * 2 + at % 4 / 2);
    *x = b[at % 2 * 2];
    *y = b[at % 2 * 2 + 1];
}

// ---- MT19937 (Matsumoto and Nishimura 1998)

static void mt_init(Words *w, uint32_t seed) {
    w->mt[0] = seed;
    for (uint32_t i = 1; i < MT_N; i++) {
        uint32_t was = w->mt[i - 1];
        w->mt[i] = 1812433253u * (was ^ was >> 30) + i;
    }
    w->mt_at = MT_N;
}

static uint32_t mt_next(Words *w) {
    if (w->mt_at == MT_N) {
        for (int i = 0; i < MT_N; i++) {
            uint32_t y = (w->mt[i] & 0x80000000u) |
                         (w->mt[(i + 1) % MT_N] & 0x7fffffffu);
            w->mt[i] =
                w->mt[(i + MT_M) % MT_N] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
        }
        w->mt_at = 0;
    }
    uint32_t y = w->mt[w->mt_at++];
    y ^= y >> 11;
    y ^= y << 7 & 0x9d2c5680u;
    y ^= y << 15 & 0xefc60000u;
    return y ^ y >> 18;
}

// ---- all of them

Words *words_new(WordsKind kind, uint64_t seed, uint64_t offset, bool legacy) {
    Words *w = heap_new(1, sizeof *w);
    w->kind = kind;
    switch (kind) {
    case WORDS_XORWOW: xorwow_init(w, seed, offset / XORWOW_LANES); break;
    case WORDS_MRG32K3A: {
        uint32_t lanes = legacy ? 4096u : (uint32_t)MRG_LANES;
        mrg_init(w, seed, offset / lanes, lanes);
        break;
    }
    case WORDS_PHILOX:
        w->lanes = PHILOX_LANES;
        w->key[0] = (uint32_t)seed;
        w->key[1] = (uint32_t)(seed >> 32);
        w->position = offset;
        w->row = UINT64_MAX;
        return w;
    case WORDS_MT19937: mt_init(w, (uint32_t)seed); return w;
    }
    for (uint64_t i = offset % w->lanes; i > 0; i--)
        words_next(w);
    return w;
}

void words_free(Words *w) {
    if (!w) return;
    heap_free(w->xorwow);
    heap_free(w->mrg);
    heap_free(w);
}

// MRG32k3a has 4294967087 values: they are spread over all words, by the factor
// that the toolkit has, and over (0, 1].
static const double MRG_WORDS = 1.000000048662,
                    MRG_UNIT = 2.3283065498378288e-10;

static const float TURN = 6.2831855f; // 2 pi

static uint32_t lane_word(Words *w) {
    if (w->kind == WORDS_XORWOW) return xorwow_next(&w->xorwow[w->turn]);
    return (uint32_t)((double)mrg_next(&w->mrg[w->turn]) * MRG_WORDS);
}

static void end_turn(Words *w) {
    if (++w->turn == w->lanes) w->turn = 0;
}

uint32_t words_next(Words *w) {
    if (w->kind == WORDS_PHILOX) return philox_next(w);
    if (w->kind == WORDS_MT19937) return mt_next(w);
    uint32_t word = lane_word(w);
    end_turn(w);
    return word;
}

// 53 bits of two words.
static double double_of(uint32_t x, uint32_t y) {
    uint64_t z = (uint64_t)x ^ (uint64_t)y << 21;
    return (double)z * 0x1p-53 + 0x1p-54;
}

static double lane_double(Words *w) {
    if (w->kind == WORDS_MRG32K3A) return mrg_next(&w->mrg[w->turn]) * MRG_UNIT;
    uint32_t x = lane_word(w), y = lane_word(w);
    return double_of(x, y);
}

float float_of_word(uint32_t word) {
    return (float)word * 0x1p-32f + 0x1p-33f;
}

float words_float(Words *w) {
    if (w->kind != WORDS_MRG32K3A) return float_of_word(words_next(w));
    float f = (float)(mrg_next(&w->mrg[w->turn]) * MRG_UNIT);
    end_turn(w);
    return f;
}

void words_two_floats(Words *w, float *u, float *angle) {
    if (w->kind == WORDS_MRG32K3A) {
        Mrg *g = &w->mrg[w->turn];
        *u = (float)(mrg_next(g) * MRG_UNIT);
        *angle = (float)(mrg_next(g) * MRG_UNIT) * TURN;
        end_turn(w);
        return;
    }
    bool lanes = w->kind == WORDS_XORWOW;
    uint32_t x = lanes ? lane_word(w) : words_next(w);
    uint32_t y = lanes ? lane_word(w) : words_next(w);
    if (lanes) end_turn(w);
    *u = float_of_word(x);
    *angle = (float)y * (TURN * 0x1p-32f) + TURN * 0x1p-33f;
}

double words_double(Words *w) {
    if (w->kind == WORDS_PHILOX) {
        uint32_t x, y;
        philox_double(w, &x, &y);
        return double_of(x, y);
    }
    if (w->kind == WORDS_MT19937) return mt_next(w) * 0x1p-32 + 0x1p-33;
    double d = lane_double(w);
    end_turn(w);
    return d;
}

void words_two_doubles(Words *w, double *first, double *second) {
    if (w->kind == WORDS_PHILOX || w->kind == WORDS_MT19937) {
        *first = words_double(w);
        *second = words_double(w);
        return;
    }
    *first = lane_double(w);
    *second = lane_double(w);
    end_turn(w);
}

bool words_have_places(const Words *w) {
    return w->kind == WORDS_PHILOX;
}

uint64_t words_place(const Words *w) {
    return w->position;
}

void words_go_to(Words *w, uint64_t place) {
    w->position = place;
}
