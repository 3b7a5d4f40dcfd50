#include "sim/runtime/later.h"

#include "base/vec.h"
#include "sim/decode/code.h"

#include <pthread.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    WORD_MOST = 256,   // bytes of an allocation that is a flag
    PATIENCE_MS = 300, // after the last call that enqueued something
};

typedef struct Kept {
    Task task;
    SimStream *s;
} Kept;

static struct {
    struct {
        Kept *at;
        int n, cap;
    } kept;
    LaterRun *run;
    bool runs, has_thread;
    struct timespec last; // when something was kept
} all;

static long ms_since(const struct timespec *t) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (now.tv_sec - t->tv_sec) * 1000 +
           (now.tv_nsec - t->tv_nsec) / 1000000;
}

// ---- which launches wait

static bool is_flag(const Runtime *r, uint64_t p) {
    const Alloc *a = mem_find(r->mem, p);
    return a && (a->kind == ALLOC_PINNED || a->kind == ALLOC_MANAGED) &&
           a->hi - a->lo <= WORD_MOST;
}

static bool waits_for_host(Runtime *r, const Task *task) {
    if (task->kind != TASK_KERNEL) return false;
    const KernelTask *k = &task->kernel;
    CudaError e;
    const Code *code = launch_code(r, k->kernel, &e);
    if (!code || !code->spins) return false;
    for (size_t i = 0; i + 8 <= k->nparams; i += 8) {
        uint64_t p;
        memcpy(&p, k->params + i, sizeof p);
        if (is_flag(r, p)) return true;
    }
    return false;
}

// ---- running

void later_run(Runtime *r) {
    if (all.runs || !all.kept.n) return;
    all.runs = true;
    for (int i = 0; i < all.kept.n; i++) {
        Kept k = all.kept.at[i]; // the list may grow meanwhile
        all.run(r, &k.task, k.s);
        task_fini(&k.task);
    }
    all.kept.n = 0;
    all.runs = false;
}

// A host that waits for the kernel without any call of CUDA's gets it, too.
static void *run_by_itself(void *none) {
    enum { LOOK_US = 20000 };
    (void)none;
    for (;;) {
        usleep(LOOK_US);
        Runtime *r = runtime_lock();
        if (all.kept.n && ms_since(&all.last) >= PATIENCE_MS) later_run(r);
        bool over = !all.kept.n;
        if (over) all.has_thread = false;
        runtime_unlock();
        if (over) return NULL;
    }
}

static void start_thread(void) {
    pthread_t t;
    if (all.has_thread || pthread_create(&t, NULL, run_by_itself, NULL)) return;
    all.has_thread = true;
    pthread_detach(t);
}

// ---- keeping

// The host may change its own bytes when the call has returned.
static bool reads_at_once(const Runtime *r, const Task *task) {
    const CopyTask *c = &task->copy;
    return task->kind == TASK_COPY &&
           (!mem_find(r->mem, (uint64_t)(uintptr_t)c->to.p) ||
            !mem_find(r->mem, (uint64_t)(uintptr_t)c->from.p));
}

static void run_unless(const char *name) {
    static const char *const enqueue[] = {
        "launch", // of cudart_launch.c, as all of these are of their files
        "copy_task",
        "copy_3d",
        "copy_fill",
        "record",
        "create",
        "cudaMemPrefetchAsync",
        "cudaMemPrefetchAsync_v2",
        "cudaStreamAttachMemAsync",
        "cudaLaunchHostFunc",
        "cudaGetLastError",
        "cudaPeekAtLastError",
        "cudaGetDevice",
        "cudaSetDevice",
    };
    if (!all.kept.n || all.runs) return;
    if (name && !strncmp(name, "__cuda", 6)) return; // parts of a <<<...>>>
    for (size_t i = 0; name && i < COUNT_OF(enqueue); i++)
        if (!strcmp(name, enqueue[i])) return;
    later_run(runtime_state());
}

bool later_keep(Runtime *r, const Task *task, SimStream *s, LaterRun *run) {
    if (all.runs) return false;
    all.run = run;
    if (!all.kept.n && !waits_for_host(r, task)) return false;
    if (reads_at_once(r, task)) {
        later_run(r);
        return false;
    }
    vec_push(&all.kept, (Kept){task_dup(task), s});
    clock_gettime(CLOCK_MONOTONIC, &all.last);
    runtime_keeps(run_unless);
    start_thread();
    return true;
}
