// What the device costs before it does anything: the time of the first call and
// of the first launch, and the most memory that the process had by then.
#include <cstdio>
#include <ctime>
#include <sys/resource.h>

__global__ void nothing() {}

static double ms() {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

int main() {
    struct rusage before, after;
    double start = ms();

    getrusage(RUSAGE_SELF, &before);
    cudaFree(0);
    double opened = ms();
    nothing<<<1, 32>>>();
    cudaDeviceSynchronize();
    double launched = ms();
    getrusage(RUSAGE_SELF, &after);
    printf("start-up %.2f ms (bar 20), first launch %.2f ms, memory %.1f MiB "
           "more than at the start of main (%.1f)\n",
           opened - start, launched - opened,
           (double)(after.ru_maxrss - before.ru_maxrss) / 1024,
           (double)before.ru_maxrss / 1024);
}
