// The state that each thread of the program has of its own, and the counts of
// calls of CUDA's functions.
#include "sim/runtime/later.h"
#include "sim/runtime/runtime.h"
#include "sim/runtime/seal.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

static __thread Thread mine;

Thread *runtime_thread(void) {
    return &mine;
}

// Threads of the program are in the runtime one after another.
static pthread_mutex_t inside = PTHREAD_MUTEX_INITIALIZER;

void thread_lock(void) {
    pthread_mutex_lock(&inside);
    seal_open(true);
}

void thread_unlock(void) {
    seal_open(false);
    pthread_mutex_unlock(&inside);
}

bool job_has_passed(const Runtime *r, const Job *job) {
    return !job ||
           (job->state == JOB_DONE && job->end_us <= r->thread->host_us);
}

// ---- calls

static RuntimeCall *calls; // grows at its head, by any thread

// Functions of ours that several of CUDA's share have other names.
static bool stream_is_known(const char *name) {
    while (*name == '_')
        name++;
    return strncmp(name, "cuda", 4) == 0 || strncmp(name, "cublas", 6) == 0 ||
           strncmp(name, "cudnn", 5) == 0 || strncmp(name, "nccl", 4) == 0 ||
           (strncmp(name, "cu", 2) == 0 && name[2] >= 'A' && name[2] <= 'Z');
}

void runtime_count(RuntimeCall *c) {
    bool listed = __atomic_exchange_n(&c->listed, true, __ATOMIC_RELAXED);
    if (!listed && stream_is_known(c->seen.name)) {
        c->next = __atomic_load_n(&calls, __ATOMIC_RELAXED);
        while (!__atomic_compare_exchange_n(&calls, &c->next, c, true,
                                            __ATOMIC_RELEASE, __ATOMIC_RELAXED))
            ;
    }
    __atomic_add_fetch(&c->seen.count, 1, __ATOMIC_RELAXED);
}

static bool is_begun, is_used; // any thread may set them

void runtime_uses_context(void) {
    if (mine.driver) return;
    mine.uses_runtime = true;
    is_begun = is_used = true;
}

void runtime_called(RuntimeCall *c, const char *name, const void *from) {
    mine.counted = name;
    if (mine.driver) return;
    runtime_count(c);
    mine.caller = mine.entered = mine.held ? mine.held : from;
    mine.called = name;
    runtime_uses_context();
}

void runtime_failed(CudaError e) {
    mine.last = e;
    mine.failed.name = mine.caller && !mine.driver ? mine.called : NULL;
    mine.failed.caller = mine.caller;
}

static void (*kept)(const char *name);

void runtime_keeps(void (*fn)(const char *name)) {
    kept = fn;
}

void runtime_run_kept(const char *name) {
    if (kept) kept(name);
}

void runtime_entered(RuntimeCall *c, const char *name) {
    if (!mine.driver) is_begun = true;
    if (!mine.driver && mine.counted != name) runtime_count(c);
    mine.counted = NULL;
    runtime_run_kept(name);
}

bool runtime_is_begun(void) {
    return is_begun;
}

bool runtime_is_used(void) {
    return is_used;
}

const SimCall *sim_call_at(int i) {
    const RuntimeCall *c = calls;
    while (c && i-- > 0)
        c = c->next;
    return c ? &c->seen : NULL;
}

void runtime_forget_calls(void) {
    for (RuntimeCall *c = calls; c; c = c->next)
        c->seen.count = 0;
}
