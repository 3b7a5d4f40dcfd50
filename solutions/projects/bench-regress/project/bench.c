// Times a sum of floats and prints one time in microseconds per line.
#include <stdio.h>
#include <time.h>

enum { N = 1 << 18, REPEATS = 50 };

static float x[N];
static volatile float result;

static void sum(void) {
    float s = 0;
    for (int i = 0; i < N; i++)
        s += x[i];
    result = s;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

int main(void) {
#ifdef SLOW
    enum { TIMES = 4 };
#else
    enum { TIMES = 1 };
#endif
    for (int i = 0; i < N; i++)
        x[i] = (float)(i % 7);
    sum();
    for (int r = 0; r < REPEATS; r++) {
        double from = now();
        for (int k = 0; k < TIMES; k++)
            sum();
        printf("%.3f\n", now() - from);
    }
    return 0;
}
