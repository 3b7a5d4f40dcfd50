// The launch that runs, as another thread may see it: a handful of words, each
// written and read whole.
#include "sim/progress.h"
#include "sim/launch/block.h"
#include "sim/launch/launch.h"

#include <time.h>

#define PUT(word, v) __atomic_store_n(&now.word, (v), __ATOMIC_RELAXED)
#define GET(word)    __atomic_load_n(&now.word, __ATOMIC_RELAXED)

static struct {
    const char *kernel, *stopped;
    uint64_t launches, done, blocks, began_ms;
} now;

static uint64_t clock_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

void progress_begin(const char *kernel, uint64_t blocks) {
    PUT(launches, GET(launches) + 1);
    PUT(done, 0);
    PUT(blocks, blocks);
    PUT(began_ms, clock_ms());
    PUT(kernel, kernel ? kernel : "");
}

void progress_other(const char *what) {
    PUT(done, 0);
    PUT(blocks, 0);
    PUT(began_ms, clock_ms());
    PUT(kernel, what);
}

void progress_block(void) {
    __atomic_fetch_add(&now.done, 1, __ATOMIC_RELAXED);
}

void progress_end(bool trapped) {
    if (trapped) PUT(stopped, GET(kernel));
    PUT(kernel, NULL);
}

void sim_progress(SimProgress *out) {
    *out = (SimProgress){.launches = GET(launches),
                         .kernel = GET(kernel),
                         .stopped = GET(stopped),
                         .done = GET(done),
                         .blocks = GET(blocks)};
    if (out->kernel) out->seconds = (double)(clock_ms() - GET(began_ms)) / 1000;
}
