#include <math.h>
#include <stdlib.h>

static int rising(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double quantile(const double *sorted, int n, double q) {
    double at = q * (n - 1);
    int i = (int)at;
    return sorted[i] + (at - i) * (i + 1 < n ? sorted[i + 1] - sorted[i] : 0);
}

void reference(const int *jitter, const int *base, const int *used,
               const int *right, const int *sizes, int flops, int *ok,
               double *us, double *spread, double *gbs, double *gflops,
               double *memory, int *facts, int n, int shapes, int rounds) {
    double *t = malloc(rounds * sizeof *t);
    for (int i = 0; i < n * shapes; i++) {
        int v = i % n, s = i / n, size = sizes[s] * shapes + s + 2;
        ok[i] = v == 0 || right[v];
        us[i] = spread[i] = gbs[i] = gflops[i] = memory[i] = 0;
        if (!ok[i]) continue;
        // One run to warm up, one for the memory, then the rounds.
        const int *own = jitter + v * shapes * (rounds + 2) + s * (rounds + 2) + 2;
        for (int r = 0; r < rounds; r++)
            t[r] = 5 + (base[v] + size / 100.0) * (1 + own[r] / 100.0) *
                           (r >= rounds / 2 ? 1.5 : 1);
        qsort(t, rounds, sizeof *t, rising);
        us[i] = quantile(t, rounds, 0.5);
        spread[i] = (quantile(t, rounds, 0.75) - quantile(t, rounds, 0.25)) /
                    us[i] * 100;
        gbs[i] = 8.0 * size / us[i] / 1e3;
        gflops[i] = (double)flops * size / us[i] / 1e3;
        memory[i] = used[v] + 4.0 * size;
    }
    for (int i = 0; i < 4; i++)
        facts[i] = 1;
    free(t);
}
