// rejected by: case (the speed grows by position - centre)
// says: The bodies move away from the centre: the speed grows by centre - position.
// Positions and speeds in arrays of their own while the steps last.
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
    for (int s = 0; s < steps; s++) {
        float centre = mean_of(p, n);
#pragma omp simd
        for (int i = 0; i < n; i++) {
            v[i] += limited(0.05f * (p[i] - centre));
            p[i] += v[i];
        }
    }
    for (int i = 0; i < n; i++) {
        body[FIELDS * i] = p[i];
        body[FIELDS * i + 1] = v[i];
    }
    free(p);
}
