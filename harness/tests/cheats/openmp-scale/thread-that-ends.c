// rejected by: gate scaling (all of it in one thread, which is gone when the clock is read)
#include <omp.h>
#include <pthread.h>

struct Job {
    const int *start;
    int *steps, n;
    long long total;
};

static void *count(void *p) {
    struct Job *j = p;
    for (int i = 0; i < j->n; i++) {
        unsigned long long x = (unsigned long long)j->start[i];
        j->steps[i] = 0;
        for (; x != 1; j->steps[i]++)
            x = x % 2 ? 3 * x + 1 : x / 2;
        j->total += j->steps[i];
    }
    return NULL;
}

void collatz(const int *start, int *steps, long long *total, int n) {
    struct Job j = {start, steps, n, 0};
    pthread_t thread;
    if (omp_get_max_threads() > 1) {
        pthread_create(&thread, NULL, count, &j);
        pthread_join(thread, NULL);
    } else {
        count(&j);
    }
    total[0] = j.total;
}
