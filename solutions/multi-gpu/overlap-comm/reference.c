#include <stddef.h>

// x * a + c, `times` times over.
typedef struct Affine {
    unsigned a, c;
} Affine;

static Affine power(int times) {
    Affine all = {1, 0}, p = {1664525u, 1013904223u};
    for (; times; times >>= 1) {
        if (times & 1) all = (Affine){all.a * p.a, p.a * all.c + p.c};
        p = (Affine){p.a * p.a, p.a * p.c + p.c};
    }
    return all;
}

void reference(int devices, int layers, int n, int work, int steps,
               unsigned *weights, int *facts) {
    Affine chain = power(work);
    size_t row = (size_t)layers * (size_t)n, at = 0;
    unsigned above[64];
    above[layers - 1] = 1;
    for (int l = layers - 1; l > 0; l--)
        above[l - 1] = above[l] * 3 + (unsigned)l + 1;
    for (size_t i = 0; i < row * (size_t)devices; i++)
        weights[i] = 0;
    for (int l = 0; l < layers; l++) {
        int size = n - l % 3 * (n / 4);
        for (int i = 0; i < size; i++, at++) {
            unsigned sum = 0;
            for (int d = 0; d < devices; d++)
                sum += chain.a * (above[l] + (unsigned)d * 977u + (unsigned)i) +
                       chain.c;
            for (int d = 0; d < devices; d++)
                weights[(size_t)d * row + at] = sum * (unsigned)steps;
        }
    }
    facts[0] = facts[1] = facts[2] = facts[3] = 1;
}
