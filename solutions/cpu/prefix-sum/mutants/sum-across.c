// rejected by: case (the sum is not set to 0 for each part)
// says: The sum of a part starts with what the part before left in it. Each part has a sum of its own, from 0.
// Sums of the parts, their scan, then each part from its start.
#include <stdlib.h>

enum { PART = 4096 };

static int least(int a, int b) {
    return a < b ? a : b;
}

void scan(const int *x, long long *before, long long *upto, int n) {
    int parts = n / PART + 1;
    long long *start = malloc(sizeof *start * (size_t)parts), sum = 0;
    if (!start) return;
    long long own = 0;
    for (int p = 0; p < parts; p++) {
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
