// rejected by: case large, n=999 | trap undefined-behaviour (the sum of a part does not fit an int)
// Sums of the parts in ints.
#include <stdlib.h>

enum { PART = 4096 };

static int least(int a, int b) {
    return a < b ? a : b;
}

void scan(const int *x, long long *before, long long *upto, int n) {
    int parts = n / PART + 1;
    long long *start = malloc(sizeof *start * (size_t)parts), sum = 0;
    if (!start) return;
#pragma omp parallel for schedule(static)
    for (int p = 0; p < parts; p++) {
        int own = 0;
        for (int i = p * PART; i < least((p + 1) * PART, n); i++)
            own += x[i];
        start[p] = own;
    }
    for (int p = 0; p < parts; p++) {
        long long own = start[p];
        start[p] = sum;
        sum += own;
    }
#pragma omp parallel for schedule(static)
    for (int p = 0; p < parts; p++) {
        long long so_far = start[p];
        for (int i = p * PART; i < least((p + 1) * PART, n); i++) {
            before[i] = so_far;
            so_far += x[i];
            upto[i] = so_far;
        }
    }
    free(start);
}
