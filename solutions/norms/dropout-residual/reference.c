// dropout-residual: the mask bit by bit, the sums in double.
#include <stdint.h>

void reference(const float *x, const float *bias, const float *residual,
               double *y, int rows, int cols, float p, unsigned int seed,
               unsigned long long offset);

// Philox4x32-10 (Salmon, Moraes, Dror, Shaw, 2011).
static void philox(uint32_t c[4], uint32_t k0, uint32_t k1) {
    for (int round = 0; round < 10; round++) {
        uint64_t a = (uint64_t)0xD2511F53 * c[0];
        uint64_t b = (uint64_t)0xCD9E8D57 * c[2];
        uint32_t c1 = c[1], c3 = c[3];
        c[0] = (uint32_t)(b >> 32) ^ c1 ^ k0;
        c[1] = (uint32_t)b;
        c[2] = (uint32_t)(a >> 32) ^ c3 ^ k1;
        c[3] = (uint32_t)a;
        k0 += 0x9E3779B9;
        k1 += 0xBB67AE85;
    }
}

void reference(const float *x, const float *bias, const float *residual,
               double *y, int rows, int cols, float p, unsigned int seed,
               unsigned long long offset) {
    for (long long i = 0; i < (long long)rows * cols; i++) {
        uint64_t counter = offset + (uint64_t)i / 4;
        uint32_t c[4] = {(uint32_t)counter, (uint32_t)(counter >> 32), 0, 0};
        philox(c, seed, 0);
        double v = (double)x[i] + bias[i % cols];
        y[i] = residual[i];
        if ((c[i % 4] >> 8) / 16777216.0 >= p) y[i] += v / (1 - (double)p);
    }
}
