// Eight numbers at a time, for mma_float.c and mma_exact.c: GNU C vectors,
// which become AVX2, or two halves where there is none.
//
// Vectors go through pointers: passing them by value would need an ABI that the
// plain x86-64 build does not have.
#ifndef SIM_MMA_VECTOR_H
#define SIM_MMA_VECTOR_H

#include "base/base.h"

#include <string.h>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

typedef float V8 __attribute__((vector_size(32)));
typedef int32_t I8 __attribute__((vector_size(32)));
typedef uint32_t U8 __attribute__((vector_size(32))); // wraps around
typedef int64_t L4 __attribute__((vector_size(32)));

#define VECTOR static inline __attribute__((always_inline))

// a = the larger of a and b, signed.
VECTOR void i8_larger(I8 *a, const I8 *b) {
#if defined(__AVX2__)
    *a = (I8)_mm256_max_epi32((__m256i)*a, (__m256i)*b);
#else
    I8 more = *a > *b;
    *a = (*a & more) | (*b & ~more);
#endif
}

// Adds x towards zero; for numbers that an int32_t can hold.
VECTOR void i8_add_whole(I8 *sum, const V8 *x) {
#if defined(__AVX2__)
    *sum += (I8)_mm256_cvttps_epi32((__m256)*x);
#else
    *sum += __builtin_convertvector(*x, I8);
#endif
}

VECTOR bool i8_any(const I8 *x) {
    L4 y = (L4)*x;
    return (y[0] | y[1] | y[2] | y[3]) != 0;
}

// to[j][i] = from[i * stride + j], eight by eight words.
VECTOR void i8_transpose(I8 *to, const int32_t *from, int stride) {
    I8 r[8], s[8];
    for (int i = 0; i < 8; i++)
        memcpy(&r[i], from + i * stride, sizeof r[i]);
    for (int i = 0; i < 8; i += 2) {
        s[i] =
            __builtin_shufflevector(r[i], r[i + 1], 0, 8, 1, 9, 4, 12, 5, 13);
        s[i + 1] =
            __builtin_shufflevector(r[i], r[i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
    }
    for (int i = 0; i < 8; i += 4)
        for (int j = 0; j < 2; j++) {
            r[i + 2 * j] = __builtin_shufflevector(s[i + j], s[i + j + 2], 0, 1,
                                                   8, 9, 4, 5, 12, 13);
            r[i + 2 * j + 1] = __builtin_shufflevector(
                s[i + j], s[i + j + 2], 2, 3, 10, 11, 6, 7, 14, 15);
        }
    for (int i = 0; i < 4; i++) {
        to[i] =
            __builtin_shufflevector(r[i], r[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
        to[i + 4] =
            __builtin_shufflevector(r[i], r[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    }
}

#endif
