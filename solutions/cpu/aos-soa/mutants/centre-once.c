// rejected by: case many steps | case n=33 (the centre of the first step serves all)
// says: The centre is computed once, before the first step. It is the mean of the positions at the beginning of each step.
#include <stdlib.h>

enum { FIELDS = 16 };

// A pull, up to 0.02 either way.
static float limited(float pull) {
    pull = pull > 0.02f ? 0.02f : pull;
    return pull < -0.02f ? -0.02f : pull;
}

static float mean_of(const float *p, int n) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += p[i];
    return sum / (float)n;
}

void swarm(float *body, int n, int steps) {
    float *p = malloc(sizeof *p * 2 * (size_t)(n + 1)), *v = p + n;
    if (!p) return;
    for (int i = 0; i < n; i++) {
        p[i] = body[FIELDS * i];
        v[i] = body[FIELDS * i + 1];
    }
    float centre = mean_of(p, n);
    for (int s = 0; s < steps; s++) {
#pragma omp simd
        for (int i = 0; i < n; i++) {
            v[i] += limited(0.05f * (centre - p[i]));
            p[i] += v[i];
        }
    }
    for (int i = 0; i < n; i++) {
        body[FIELDS * i] = p[i];
        body[FIELDS * i + 1] = v[i];
    }
    free(p);
}
