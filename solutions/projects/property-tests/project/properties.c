// Properties of sum() that must hold for every input.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 1000, CASES = 300 };

float sum(const float *x, int n);

static uint64_t state;

static double draw(void) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(state >> 40) / (1 << 24);
}

static double worst, limit = 1; // of the case nearest to its tolerance

// A number goes through log2(n) additions, each off by half a step.
static double tolerance(int n) {
    return (log2(n + 1) + 2) * ldexp(1, -24);
}

// Cases take turns: usual sizes, very large ones, very small ones, whole numbers
// with many 0 and 1 among them, and usual ones with a NaN or infinities.
static void draw_elements(float *x, int n, int kind) {
    const double size[5] = {100, 1e30, 1e-30, 2, 100};
    for (int i = 0; i < n; i++) {
        double v = (draw() * 2 - 1) * size[kind];
        x[i] = (float)(kind == 3 ? round(v) : v);
    }
    if (kind != 4 || n == 0) return;
    x[(int)(draw() * n)] = draw() < 0.5 ? NAN : INFINITY;
    x[(int)(draw() * n)] = -INFINITY;
}

// Whether the sum of x is as near to the exact one as the tolerance says.
static int holds(const float *x, int n) {
    double exact = 0, size = 0, t = tolerance(n);
    for (int i = 0; i < n; i++) {
        exact += x[i];
        size += fabs(x[i]);
    }
    float got = sum(x, n);
    if (isnan(exact)) return isnan(got);
    if (isinf(exact)) return got == exact;
    double off = fabs(got - exact);
    if (size > 0 && off / size / t > worst / limit) {
        worst = off / size;
        limit = t;
    }
    return off <= size * t;
}

int main(int argc, char **argv) {
    static float x[MOST], y[MOST];
    int seed = argc > 1 ? atoi(argv[1]) : 1;
    state = (uint64_t)seed;
    printf("seed %d\n", seed);
    for (int k = 0; k < CASES; k++) {
        int n = k < 3 ? k : (int)(draw() * MOST);
        draw_elements(x, n, k % 5);
        for (int i = 0; i < n; i++)
            y[i] = x[n - 1 - i];
        if (holds(x, n) && holds(y, n)) continue;
        printf("failed: case %d, n = %d: the sum is out of bounds\n", k, n);
        return EXIT_FAILURE;
    }
    printf("cases %d\n", CASES);
    printf("largest error %.3g\ntolerance %.3g\n", worst, limit);
    return EXIT_SUCCESS;
}
