// passes (its thread has a processor of its own, and ends by pthread_exit)
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <string.h>

struct Job {
    const float *a, *b;
    float *c;
    int n;
};

static void *multiply(void *p) {
    const struct Job *j = p;
    int n = j->n;
    cpu_set_t mine;
    if (sched_getaffinity(0, sizeof mine, &mine) == 0)
        pthread_setaffinity_np(pthread_self(), sizeof mine, &mine);
    for (int i = 0; i < n; i++) {
        memset(j->c + i * n, 0, (size_t)n * sizeof *j->c);
        for (int k = 0; k < n; k++)
            for (int l = 0; l < n; l++)
                j->c[i * n + l] += j->a[i * n + k] * j->b[k * n + l];
    }
    pthread_exit(NULL);
}

void matmul(const float *a, const float *b, float *c, int n) {
    struct Job j = {a, b, c, n};
    pthread_t thread;
    // Where there can be no other, this one ends in no other way.
    if (pthread_create(&thread, NULL, multiply, &j) == 0) {
        pthread_join(thread, NULL);
        return;
    }
    for (int i = 0; i < n; i++) {
        memset(c + i * n, 0, (size_t)n * sizeof *c);
        for (int k = 0; k < n; k++)
            for (int l = 0; l < n; l++)
                c[i * n + l] += a[i * n + k] * b[k * n + l];
    }
}
