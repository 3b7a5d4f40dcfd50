// moe-route: choose, count, add up, copy, in the order of the tokens.
#include <math.h>
#include <stdlib.h>

#define ENTRY                                                                  \
    const float *logits, const float *x, int *offsets, int *places,            \
        double *weights, double *packed, int tokens, int experts, int dim

void reference(ENTRY);

static int best_of(const float *row, int experts, int without) {
    int best = -1;
    for (int e = 0; e < experts; e++)
        if (e != without && (best < 0 || row[e] > row[best])) best = e;
    return best;
}

void reference(ENTRY) {
    int *chosen = malloc((2 * (size_t)tokens + 1) * sizeof *chosen);
    int *next = calloc((size_t)experts + 1, sizeof *next);
    for (long long t = 0; t < tokens; t++) {
        const float *row = logits + t * experts;
        int a = best_of(row, experts, -1), b = best_of(row, experts, a);
        chosen[2 * t] = a;
        chosen[2 * t + 1] = b;
        next[a + 1]++;
        next[b + 1]++;
        if (!weights) continue;
        weights[2 * t] = 1 / (1 + exp((double)row[b] - row[a]));
        weights[2 * t + 1] = 1 - weights[2 * t];
    }
    for (int e = 0; e < experts; e++)
        next[e + 1] += next[e];
    for (int e = 0; offsets && e <= experts; e++)
        offsets[e] = next[e];
    for (long long k = 0; k < 2LL * tokens; k++) {
        long long place = next[chosen[k]]++;
        if (places) places[k] = (int)place;
        for (int d = 0; packed && d < dim; d++)
            packed[place * dim + d] = x[k / 2 * dim + d];
    }
    free(next);
    free(chosen);
}
