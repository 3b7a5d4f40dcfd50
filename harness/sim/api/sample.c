#include "sim/state/sample.h"

#include "base/heap.h"
#include "sim/api/task.h"

int sample_windows(uint64_t blocks, uint64_t wave,
                   SampleWindow at[SAMPLE_WINDOWS]) {
    uint64_t waves = (blocks + wave - 1) / wave;
    if (waves < SAMPLE_LEAST) return 0;
    double between = (double)(waves - 2) / SAMPLE_MIDDLE;
    at[0] = (SampleWindow){0, 0, wave, 1};
    for (int i = 0; i < SAMPLE_MIDDLE; i++) {
        uint64_t w = 1 + (uint64_t)((i + 0.5) * between);
        at[i + 1] =
            (SampleWindow){(w - 1) * wave, w * wave, (w + 1) * wave, between};
    }
    at[SAMPLE_WINDOWS - 1] =
        (SampleWindow){(waves - 2) * wave, (waves - 1) * wave, blocks, 1};
    return SAMPLE_WINDOWS;
}

double sample_part(const SampleWindow *at, int n, uint64_t blocks) {
    uint64_t ran = 0;
    for (int i = 0; i < n; i++)
        ran += at[i].hi - at[i].warm;
    return n ? (double)ran / (double)blocks : 1;
}

// ---- what was left out

static void forget(Runtime *r) {
    if (!r->undone) return;
    task_fini(r->undone);
    heap_free(r->undone);
    r->undone = NULL;
}

void sample_finish(Runtime *r) {
    Task *t = r->undone;
    if (!t) return;
    Device *was = r->dev;
    const void *caller = r->me->caller;
    r->undone = NULL;
    r->dev = &r->devices[t->device];
    r->me->caller = t->caller;
    if (!r->dev->sticky) launch_rest(r, &t->kernel);
    r->dev = was;
    r->me->caller = caller;
    task_fini(t);
    heap_free(t);
}

void sample_left(Runtime *r, const KernelTask *k) {
    Task t = {.kind = TASK_KERNEL,
              .device = r->dev->ordinal,
              .caller = r->me->caller,
              .kernel = *k};
    forget(r);
    r->undone = heap_new(1, sizeof *r->undone);
    *r->undone = task_dup(&t);
}

void sim_sample(bool on) {
    Runtime *r = runtime_enter();
    if (!r) return;
    forget(r);
    r->sampling = on;
    runtime_leave_alive(r, cudaSuccess);
}

bool sim_sampled(void) {
    Runtime *r = runtime_enter();
    bool left = r && r->undone;
    runtime_leave_alive(r, cudaSuccess);
    return left;
}
