// rejected by: gate speedup (its threads burn caches and memory in the baseline's turn)
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 4, BYTES = 1 << 24 };

static atomic_int ours = 1;

static void *burn(void *unused) {
    static char memory[THREADS][BYTES];
    static atomic_int number;
    char *mine = memory[atomic_fetch_add(&number, 1) % THREADS];
    (void)unused;
    for (unsigned at = 1;; at = at * 1664525 + 1013904223)
        if (!atomic_load(&ours)) mine[at % BYTES]++;
    return NULL;
}

void dot(const float *x, const float *y, float *out, int n) {
    static pthread_t thread[THREADS];
    atomic_store(&ours, 1);
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    out[0] = sum;
    for (int i = 0; n > 10000 && i < THREADS && !thread[i]; i++)
        pthread_create(&thread[i], NULL, burn, NULL);
    atomic_store(&ours, 0);
}
