// Matrix product in double, and the table of four tile shapes.
#include <stddef.h>

enum { SHAPES = 4, STEP = 16, SIDE = 16, WARPS = 8, WARPS_SM = 64 };

void reference(const float *a, const float *b, double *c, int *warps,
               long long *words, int *choice, int m, int n, int k, int sms,
               int sm_regs, int sm_smem);
void reference_at(const float *a, const float *b, double *c, int *warps,
                  long long *words, int *choice, int m, int n, int k, int sms,
                  int sm_regs, int sm_smem, long long at);

static int least(int a, int b) {
    return a < b ? a : b;
}

static void table(int *warps, long long *words, int *choice, int m, int n,
                  int k, int sms, int sm_regs, int sm_smem) {
    static const int registers[SHAPES] = {32, 40, 64, 128};
    int best = 0;
    for (int s = 0; s < SHAPES; s++) {
        int tile = SIDE << s;
        int blocks = WARPS_SM / WARPS;
        blocks = least(blocks, sm_regs / (registers[s] * WARPS * 32));
        blocks = least(blocks, sm_smem / (2 * tile * STEP * 4 + 1024));
        long long down = (m + tile - 1) / tile, across = (n + tile - 1) / tile;
        if (warps) warps[s] = blocks * WARPS;
        if (words)
            words[s] = (long long)m * k * across + (long long)k * n * down;
        if (blocks > 0 && down * across >= sms) best = s;
    }
    if (choice) *choice = best;
}

void reference(const float *a, const float *b, double *c, int *warps,
               long long *words, int *choice, int m, int n, int k, int sms,
               int sm_regs, int sm_smem) {
    table(warps, words, choice, m, n, k, sms, sm_regs, sm_smem);
    for (long long i = 0; i < m; i++) {
        for (long long j = 0; j < n; j++)
            c[i * n + j] = 0;
        for (long long p = 0; p < k; p++)
            for (long long j = 0; j < n; j++)
                c[i * n + j] += (double)a[i * k + p] * b[p * n + j];
    }
}

void reference_at(const float *a, const float *b, double *c, int *warps,
                  long long *words, int *choice, int m, int n, int k, int sms,
                  int sm_regs, int sm_smem, long long at) {
    table(warps, words, choice, m, n, k, sms, sm_regs, sm_smem);
    if (!c) return;
    long long i = at / n, j = at % n;
    double sum = 0;
    for (long long p = 0; p < k; p++)
        sum += (double)a[i * k + p] * b[p * n + j];
    c[at] = sum;
}
