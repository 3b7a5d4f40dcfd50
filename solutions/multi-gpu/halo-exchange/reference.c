#include <stdlib.h>
#include <string.h>

static float *field(int height, int cols, int seed) {
    float *at = malloc((size_t)(height + 2) * (size_t)cols * sizeof *at);
    for (int y = 0; at && y < height + 2; y++)
        for (int x = 0; x < cols; x++)
            at[(size_t)y * cols + x] =
                (float)((unsigned)(x * 31 + y * 17 + seed) % 256u);
    return at;
}

static void relax(const float *from, float *to, int height, int cols) {
    for (int y = 1; y <= height; y++)
        for (int x = 1; x < cols - 1; x++) {
            size_t at = (size_t)y * cols + x;
            to[at] = 0.25f * ((from[at - cols] + from[at + cols]) +
                              (from[at - 1] + from[at + 1]));
        }
}

// One device, in the same order of additions: the results are equal.
void reference(int devices, int height, int cols, int steps, int seed,
               int shown, double *grid, unsigned *sums, int *facts) {
    float *from = field(height, cols, seed), *to = field(height, cols, seed);
    (void)devices;
    for (int s = 0; s < steps; s++) {
        relax(from, to, height, cols);
        float *t = from;
        from = to;
        to = t;
    }
    for (int y = 0; y < height; y++) {
        const float *row = from + (size_t)(y + 1) * cols;
        sums[y] = 0;
        for (int x = 0; x < cols; x++) {
            unsigned bits;
            memcpy(&bits, &row[x], sizeof bits);
            sums[y] += bits * (2u * (unsigned)x + 1);
            if (y < shown) grid[(size_t)y * cols + x] = row[x];
        }
    }
    facts[0] = facts[1] = 1;
    free(from);
    free(to);
}
