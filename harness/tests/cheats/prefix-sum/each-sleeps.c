// rejected by: build (every thread sleeps until the one before it has done its part)
#include <omp.h>
#include <semaphore.h>

void scan(const int *x, long long *before, long long *upto, int n) {
    enum { MOST = 256 };
    sem_t turn[MOST + 1];
    int all = omp_get_max_threads() < MOST ? omp_get_max_threads() : MOST;
    long long sum = 0;
    for (int t = 0; t <= all; t++)
        sem_init(&turn[t], 0, t == 0);
#pragma omp parallel num_threads(all)
    {
        int t = omp_get_thread_num(), threads = omp_get_num_threads();
        int end = (int)((long long)n * (t + 1) / threads);
        sem_wait(&turn[t]);
        for (int i = (int)((long long)n * t / threads); i < end; i++) {
            before[i] = sum;
            sum += x[i];
            upto[i] = sum;
        }
        sem_post(&turn[t + 1]);
    }
    for (int t = 0; t <= all; t++)
        sem_destroy(&turn[t]);
}
