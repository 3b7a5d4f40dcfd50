// attention-softmax: rows in double; the dropout mask bit by bit.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

void reference(const float *s, const int *lengths, double *p, int batch,
               int heads, int lq, int lk, float drop, unsigned int seed);

static double uniform(uint32_t seed, uint64_t index) {
    uint64_t z = (index + 1) * 0x9E3779B97F4A7C15u + seed * 0xD1342543DE82EF95u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return (double)(z >> 40) / 16777216;
}

static void one_row(const float *s, double *p, int length, int lk,
                    uint64_t first, double drop, uint32_t seed) {
    double most = -INFINITY, sum = 0;
    for (int j = 0; j < length; j++)
        most = fmax(most, s[j]);
    for (int j = 0; j < length; j++)
        sum += exp(s[j] - most);
    for (int j = 0; j < lk; j++) {
        bool kept = j < length && uniform(seed, first + (uint64_t)j) >= drop;
        p[j] = kept ? exp(s[j] - most) / sum / (1 - drop) : 0;
    }
}

void reference(const float *s, const int *lengths, double *p, int batch,
               int heads, int lq, int lk, float drop, unsigned int seed) {
    for (long long r = 0; r < (long long)batch * heads * lq; r++)
        one_row(s + r * lk, p + r * lk, lengths[r / heads / lq], lk,
                (uint64_t)(r * lk), drop, seed);
}
