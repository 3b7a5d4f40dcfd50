// rejected by: case n=1 (the sum of the positions goes on from step to step)
// says: The sum of the positions goes on from the step before. It begins at 0 in each step.
#include <stdlib.h>

// A pull, up to 0.02 either way.
static float limited(float pull) {
    pull = pull > 0.02f ? 0.02f : pull;
    return pull < -0.02f ? -0.02f : pull;
}

void swarm(float *body, int n, int steps) {
    float *p = malloc((size_t)n * sizeof *p), *v = malloc((size_t)n * sizeof *v);
    for (int i = 0; i < n; i++) {
        p[i] = body[16 * i];
        v[i] = body[16 * i + 1];
    }
    float sum = 0;
    for (int s = 0; s < steps; s++) {
#pragma omp simd reduction(+ : sum)
        for (int i = 0; i < n; i++)
            sum += p[i];
        float centre = sum / (float)n;
        for (int i = 0; i < n; i++) {
            v[i] += limited(0.05f * (centre - p[i]));
            p[i] += v[i];
        }
    }
    for (int i = 0; i < n; i++) {
        body[16 * i] = p[i];
        body[16 * i + 1] = v[i];
    }
    free(p);
    free(v);
}
