// f16 to float and back for a whole warp: `to` and `from` have 32 elements.
//
// There are machine instructions for f16, but none that a compiler would find
// by itself. Their header is nine tenths of what a file that includes it makes
// the compiler read, so only the files that convert warps include this one.
#ifndef SIM_HALF_WARP_H
#define SIM_HALF_WARP_H

#include "sim/half.h"

#ifdef __F16C__
#include <immintrin.h>
#endif

// The values of the f16 that stand `shift` bits up in each word.
static inline void floats_of_halves(float *to, const uint32_t *from,
                                    int shift) {
#ifdef __F16C__
    const __m256i low = _mm256_set1_epi32(0xffff);
    for (int l = 0; l < 32; l += 8) {
        __m256i v = _mm256_loadu_si256((const __m256i *)(from + l));
        v = _mm256_and_si256(_mm256_srli_epi32(v, shift), low);
        v = _mm256_permute4x64_epi64(_mm256_packus_epi32(v, v), 0x08);
        __m256 f = _mm256_cvtph_ps(_mm256_castsi256_si128(v));
        _mm256_storeu_ps(to + l, f);
    }
#else
    for (int l = 0; l < 32; l++)
        to[l] = float_of_half(from[l] >> shift);
#endif
}

static inline void halves_of_floats(uint32_t *to, const float *from) {
#ifdef __F16C__
    const __m256i nan = _mm256_set1_epi32(0x7fff);
    for (int l = 0; l < 32; l += 8) {
        __m256 f = _mm256_loadu_ps(from + l);
        __m256 is_nan = _mm256_cmp_ps(f, f, _CMP_UNORD_Q);
        __m128i h = _mm256_cvtps_ph(f, _MM_FROUND_TO_NEAREST_INT);
        __m256i v = _mm256_cvtepu16_epi32(h);
        v = _mm256_blendv_epi8(v, nan, _mm256_castps_si256(is_nan));
        _mm256_storeu_si256((__m256i *)(to + l), v);
    }
#else
    for (int l = 0; l < 32; l++)
        to[l] = half_of_float(from[l]);
#endif
}

#endif
