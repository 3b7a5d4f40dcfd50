#include <stdlib.h>

typedef struct Machine {
    int samples, load, each, fixed, copy, cores;
} Machine;

enum { START = 50000, AHEAD = 2 };

static long most(long a, long b) { return a > b ? a : b; }

// True if the model computes for nine tenths of an epoch without its first step.
static int good(const Machine *m, int batch, int workers, int pinned) {
    int steps = (m->samples + batch - 1) / batch, w = workers ? workers : 1;
    long now = 0, busy = 0, all = 0;
    long *ready = calloc(w, sizeof *ready), *taken = calloc(steps, sizeof *taken);
    for (int i = 0; i < w; i++)
        ready[i] = START;
    for (int k = 0; k < steps; k++) {
        long size = k < steps - 1 ? batch : m->samples - (long)k * batch;
        long wait = m->load * size;
        if (workers) {
            long asked = k >= AHEAD * w ? taken[k - AHEAD * w] : 0;
            long own = m->load * most(workers, m->cores) * size / m->cores;
            ready[k % w] = most(ready[k % w], asked) + own;
            wait = most(0, ready[k % w] - now);
        }
        long rest = size * (pinned ? m->copy / 4 : m->copy) + m->fixed;
        taken[k] = now + wait;
        now += wait + rest + m->each * size;
        if (k) busy += m->each * size;
        if (k) all += wait + rest + m->each * size;
    }
    free(ready);
    free(taken);
    return 10 * busy >= 9 * all;
}

void reference(int *chosen, int samples, int load, int each, int fixed, int copy,
               int cores) {
    Machine m = {samples, load, each, fixed, copy, cores};
    int workers = 0, batch = 16;
    while (workers < cores && !good(&m, 256, workers, 1))
        workers++;
    while (batch < 256 && !good(&m, batch, workers, 1))
        batch *= 2;
    chosen[0] = batch;
    chosen[1] = workers;
    chosen[2] = !good(&m, batch, workers, 0);
}
