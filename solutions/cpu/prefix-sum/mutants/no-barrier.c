// rejected by: pattern differs | case n=1023 | case (no barrier between the steps)
#include <omp.h>
#include <stdlib.h>

void scan(const int *x, long long *before, long long *upto, int n) {
    int most = omp_get_max_threads();
    long long *sums = calloc((size_t)most + 1, sizeof *sums);
#pragma omp parallel
    {
        int t = omp_get_thread_num(), all = omp_get_num_threads();
        int from = (int)((long long)n * t / all);
        int to = (int)((long long)n * (t + 1) / all);
        long long sum = 0;
        for (int i = from; i < to; i++)
            sum += x[i];
        sums[t + 1] = sum;
        if (t == 0)
            for (int k = 1; k <= all; k++)
                sums[k] += sums[k - 1];
        sum = sums[t];
        for (int i = from; i < to; i++) {
            before[i] = sum;
            sum += x[i];
            upto[i] = sum;
        }
    }
    free(sums);
}
