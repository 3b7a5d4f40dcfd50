// The version before and the one at hand, timed in turn; VARIANT plants a
// mistake (1) or makes it slow (2).
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { N = 200000, ROUNDS = 15 };

static int x[N];
static volatile long sink;

static long before(void) {
    long s = 0;
    for (int i = 0; i < N; i++)
        s += x[i] % 7;
    return s;
}

static long now_at_hand(void) {
    long s = 0;
    for (int turn = 0; turn < (VARIANT == 2 ? 6 : 1); turn++) {
        s = 0;
        for (int i = VARIANT == 1; i < N; i++)
            s += x[i] % 7;
        sink = s;
    }
    return s;
}

static double seconds(long (*f)(void)) {
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    sink = f();
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
        x[i] = i + 1;
    if (before() != now_at_hand()) {
        puts("wrong result");
        return EXIT_FAILURE;
    }
    for (int r = 0; r < ROUNDS; r++) {
        old[r] = seconds(before);
        new[r] = seconds(now_at_hand);
    }
    qsort(old, ROUNDS, sizeof *old, by_value);
    qsort(new, ROUNDS, sizeof *new, by_value);
    double ratio = new[ROUNDS / 2] / old[ROUNDS / 2];
    printf("ratio %.2f\n", ratio);
    return ratio < 2 ? EXIT_SUCCESS : EXIT_FAILURE;
}
