// Compares the results of two versions, and their times in turn.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int count_old(const int *x, int n);
int count_new(const int *x, int n);

enum { N = 200000, ROUNDS = 15 };

static int x[N];
static volatile int sink;

static double seconds(int (*f)(const int *, int)) {
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    sink = f(x, N);
    clock_gettime(CLOCK_MONOTONIC, &b);
    return (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec);
}

static int by_value(const void *p, const void *q) {
    double d = *(const double *)p - *(const double *)q;
    return (d > 0) - (d < 0);
}

int main(void) {
    double old[ROUNDS], new[ROUNDS];
    for (int i = 0; i < N; i++)
        x[i] = 1 - i % 5;
    for (int n = 0; n < 20; n++) {
        int size = n < 10 ? n : N - n;
        if (count_old(x, size) == count_new(x, size)) continue;
        printf("wrong result for %d elements\n", size);
        return EXIT_FAILURE;
    }
    for (int r = 0; r < ROUNDS; r++) {
        old[r] = seconds(count_old);
        new[r] = seconds(count_new);
    }
    qsort(old, ROUNDS, sizeof *old, by_value);
    qsort(new, ROUNDS, sizeof *new, by_value);
    double ratio = new[ROUNDS / 2] / old[ROUNDS / 2];
    printf("ratio %.2f\n", ratio);
    return ratio < 2 ? EXIT_SUCCESS : EXIT_FAILURE;
}
