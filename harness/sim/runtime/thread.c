// The state that each thread of the program has of its own, and the counts of
// calls of CUDA's functions.
#include "sim/runtime/later.h"
#include "sim/runtime/runtime.h"

#include "base/heap.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static __thread Thread mine;

Thread *runtime_thread(void) {
    return &mine;
}

// Threads of the program are in the runtime one after another.
static pthread_mutex_t inside = PTHREAD_MUTEX_INITIALIZER;

// Protection keys (x86-64): two bits of a register of each thread say whether
// pages of a key may be read and written. They are open while a thread is in
// the runtime; helpers begin there, and stay so.
static int key;     // of the bytes of device memory; 0: none
static int records; // of what is counted, which anybody may read; 0: none

enum { NO_ACCESS = 1, NO_WRITE = 2 };

#ifdef __x86_64__
static void rights_change(uint32_t give, uint32_t take) {
    uint32_t rights, zero;
    __asm__ volatile("rdpkru" : "=a"(rights), "=d"(zero) : "c"(0));
    rights = (rights & ~give) | take;
    __asm__ volatile("wrpkru" : : "a"(rights), "d"(0), "c"(0) : "memory");
}

static uint32_t rights_of(int k, uint32_t which) {
    return k ? which << 2 * k : 0;
}
#endif

static void bytes_open(bool open) {
#ifdef __x86_64__
    uint32_t all = rights_of(key, NO_ACCESS | NO_WRITE);
    uint32_t kept = rights_of(records, NO_WRITE);
    if (!key) return;
    rights_change(all | kept, open ? 0 : all | kept);
#else
    (void)open;
#endif
}

// A signal handler begins without any right to a page of a key.
void thread_reads_records(void) {
#ifdef __x86_64__
    if (records) rights_change(rights_of(records, NO_ACCESS), 0);
#endif
}

void seal_pages(void *p, size_t bytes) {
#if defined __x86_64__ && defined SYS_pkey_mprotect
    if (records)
        syscall(SYS_pkey_mprotect, p, bytes, PROT_READ | PROT_WRITE, records);
#else
    (void)p, (void)bytes;
#endif
}

void *seal_grow(void *p, size_t bytes, size_t more) {
    void *new = mmap(NULL, more, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (new == MAP_FAILED) die("out of memory (%zu bytes)", more);
    seal_pages(new, more);
    if (!p) return new;
    memcpy(new, p, bytes);
    munmap(p, bytes);
    return new;
}

int sim_guard_memory(void) {
#if defined __x86_64__ && defined SYS_pkey_alloc
    long new = key ? key : syscall(SYS_pkey_alloc, 0, NO_ACCESS);
    if (new > 0) key = (int)new;
    new = records || !key ? records : syscall(SYS_pkey_alloc, 0, NO_WRITE);
    if (new > 0) records = (int)new;
#endif
    mem_guard(key);
    runtime_seal();
    return key;
}

int sim_guard_records(void) {
    return records;
}

void thread_lock(void) {
    pthread_mutex_lock(&inside);
    bytes_open(true);
}

void thread_unlock(void) {
    bytes_open(false);
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
           strncmp(name, "cudnn", 5) == 0 ||
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
    mine.caller = mine.entered = from;
    runtime_uses_context();
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
