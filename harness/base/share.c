// Threads that take the next block until there is none. They are made anew for
// every range: that takes some 10 us each, and a block far longer.
#include "base/share.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

enum { MOST_THREADS = 16, COPY_BLOCK = 1 << 21 };

typedef struct Range {
    size_t n, block;
    ShareWork *work;
    void *ctx;
    atomic_size_t next; // block to be worked on
} Range;

static void *work_on(void *range) {
    Range *r = range;
    size_t k;
    while ((k = atomic_fetch_add(&r->next, 1)) * r->block < r->n) {
        size_t from = k * r->block;
        r->work(r->ctx, from, min_of(from + r->block, r->n));
    }
    return NULL;
}

void share_range(size_t n, size_t block, ShareWork *work, void *ctx) {
    Range r = {.n = n, .block = block, .work = work, .ctx = ctx};
    pthread_t thread[MOST_THREADS];
    size_t blocks = n / block + (n % block != 0), helpers = 0;
    size_t most = (size_t)max_of(sysconf(_SC_NPROCESSORS_ONLN), 1L);
    most = min_of(min_of(most, blocks), (size_t)MOST_THREADS);

    while (helpers + 1 < most &&
           pthread_create(&thread[helpers], NULL, work_on, &r) == 0)
        helpers++;
    work_on(&r);
    while (helpers > 0)
        pthread_join(thread[--helpers], NULL);
}

// ---- bytes

typedef struct Two {
    char *to;
    const char *from;
    atomic_bool differ;
} Two;

static void copy_block(void *ctx, size_t from, size_t to) {
    Two *t = ctx;
    memcpy(t->to + from, t->from + from, to - from);
}

void share_copy(void *to, const void *from, size_t bytes) {
    share_range(bytes, COPY_BLOCK, copy_block, &(Two){.to = to, .from = from});
}

static void compare_block(void *ctx, size_t from, size_t to) {
    Two *t = ctx;
    if (!t->differ && memcmp(t->to + from, t->from + from, to - from) != 0)
        t->differ = true;
}

bool share_same(const void *a, const void *b, size_t bytes) {
    Two t = {.to = (char *)a, .from = b};
    share_range(bytes, COPY_BLOCK, compare_block, &t);
    return !t.differ;
}
