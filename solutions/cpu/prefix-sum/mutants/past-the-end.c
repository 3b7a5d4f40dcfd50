// rejected by: trap out-of-bounds (the last part is as long as the others)
#include <stdlib.h>

enum { PART = 4096 };

void scan(const int *x, long long *before, long long *upto, int n) {
    int parts = n / PART + 1;
    long long *start = malloc(sizeof *start * (size_t)parts), sum = 0;
    if (!start) return;
#pragma omp parallel for schedule(static)
    for (int p = 0; p < parts; p++) {
        long long own = 0;
        for (int i = p * PART; i < (p + 1) * PART; i++)
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
        for (int i = p * PART; i < (p + 1) * PART; i++) {
            before[i] = so_far;
            so_far += x[i];
            upto[i] = so_far;
        }
    }
    free(start);
}
