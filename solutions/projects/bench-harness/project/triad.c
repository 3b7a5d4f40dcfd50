// Times a = b + s * c and says what the time means; with an argument it checks
// the result instead.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { N = 1 << 20, REPEATS = 25 };

static float a[N], b[N], c[N];

// operation.c: what is timed.
void operation(float *a, const float *b, const float *c, float s, int n);

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_time(const void *x, const void *y) {
    double d = *(const double *)x - *(const double *)y;
    return (d > 0) - (d < 0);
}

int main(int argc, char **argv) {
    (void)argv;
    double times[REPEATS];
    for (int i = 0; i < N; i++) {
        b[i] = (float)(i % 17);
        c[i] = (float)(i % 5);
        a[i] = -1; // what no sum is
    }
    for (int r = 0; r < REPEATS; r++) {
        double from = now();
        operation(a, b, c, 2, N);
#ifdef SLOW
        for (int k = 0; k < 7; k++)
            operation(a, b, c, 2, N);
#endif
        times[r] = now() - from;
    }
    for (int i = 0; argc > 1 && i < N; i++)
        if (a[i] != (float)(i % 17 + 2 * (i % 5))) {
            printf("element %d is wrong\n", i);
            return EXIT_FAILURE;
        }
    qsort(times, REPEATS, sizeof *times, by_time);
    double t = times[REPEATS / 2], bytes = 3.0 * N * sizeof(float);
    printf("GB/s %.2f\n", bytes / t / 1e9);
    printf("GFLOP/s %.2f\n", 2.0 * N / t / 1e9);
    printf("FLOP/byte %.3f\n", 2.0 * N / bytes);
    printf("spread %% %.1f\n",
           100 * (times[3 * REPEATS / 4] - times[REPEATS / 4]) / t);
    return EXIT_SUCCESS;
}
