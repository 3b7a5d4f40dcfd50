// passes (all of it in a thread that it waits for)
#include <pthread.h>
#include <string.h>

struct Job {
    const float *a, *b;
    float *c;
    int n;
};

static void *multiply(void *p) {
    const struct Job *job = p;
    const float *restrict a = job->a, *restrict b = job->b;
    float *restrict c = job->c;
    int n = job->n;
    for (int i = 0; i < n; i++) {
        memset(c + i * n, 0, (size_t)n * sizeof *c);
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
    }
    return NULL;
}

void matmul(const float *a, const float *b, float *c, int n) {
    struct Job j = {a, b, c, n};
    pthread_t thread;
    if (pthread_create(&thread, NULL, multiply, &j) != 0)
        multiply(&j);
    else
        pthread_join(thread, NULL);
}
