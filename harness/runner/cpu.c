// The processor as a device, for exercises of kind c: the runtime functions of
// cuda_api.h over plain memory and clocks, linked in place of libcudart.
//
// So one runner serves every kind. Asynchronous calls complete at once here.
// Events hold the clock of KATA_CPU_CLOCK: the time that all threads of the
// process computed (cpu, the default: who else uses the machine does not matter
// much then, and work moved to another thread counts), or that of its busiest
// thread (longest: for exercises whose point is to use several threads; what
// all would take on a machine of their own).
#include "runner/runner.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#pragma weak __asan_init
void __asan_init(void);
#pragma weak python_send_counts

enum { OK, ERROR_VALUE, ERROR_MEMORY };

static CudaError last;

static CudaError failed(CudaError e) {
    if (e) last = e;
    return e;
}

void cpu_fail(void) {
    failed(ERROR_VALUE);
}

// ---- memory

// Ahead of every allocation, a cache line of its own.
typedef struct Head {
    _Alignas(64) size_t bytes; // of the mapping
} Head;

// Under AddressSanitizer its own malloc, which knows where a buffer ends.
CudaError cudaMalloc(void **out, size_t bytes) {
    if (__asan_init) {
        *out = malloc(bytes);
        return *out ? OK : failed(ERROR_MEMORY);
    }
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t whole = (bytes + sizeof(Head) + page - 1) / page * page;
    if (whole < bytes) return failed(ERROR_MEMORY);
    Head *h = mmap(NULL, whole, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (h == MAP_FAILED) return failed(ERROR_MEMORY);
    h->bytes = whole;
    *out = h + 1;
    return OK;
}

CudaError cudaFree(void *at) {
    Head *h = at ? (Head *)at - 1 : NULL;
    if (__asan_init)
        free(at);
    else if (h)
        munmap(h, h->bytes);
    return OK;
}

CudaError cudaMallocHost(void **out, size_t bytes) {
    *out = malloc(bytes);
    return *out ? OK : failed(ERROR_MEMORY);
}

CudaError cudaFreeHost(void *at) {
    free(at);
    return OK;
}

CudaError cudaMallocManaged(void **out, size_t bytes, unsigned flags) {
    (void)flags;
    return cudaMallocHost(out, bytes);
}

CudaError cudaGetDeviceCount(int *count) {
    *count = 1;
    return OK;
}

CudaError cudaSetDevice(int device) {
    return failed(device ? ERROR_VALUE : OK);
}

CudaError cudaHostRegister(void *at, size_t bytes, unsigned flags) {
    (void)at, (void)bytes, (void)flags;
    return OK;
}

// There is no queue to hold: nothing lies between an event and the call.
CudaError cudaLaunchHostFunc(CudaStream stream, void (*fn)(void *), void *ctx) {
    (void)stream, (void)fn, (void)ctx;
    return OK;
}

CudaError cudaMemcpy(void *to, const void *from, size_t bytes, int kind) {
    (void)kind;
    memcpy(to, from, bytes);
    return OK;
}

CudaError cudaMemcpyAsync(void *to, const void *from, size_t bytes, int kind,
                          CudaStream stream) {
    (void)stream;
    return cudaMemcpy(to, from, bytes, kind);
}

CudaError cudaMemset(void *at, int value, size_t bytes) {
    memset(at, value, bytes);
    return OK;
}

CudaError cudaMemsetAsync(void *at, int value, size_t bytes,
                          CudaStream stream) {
    (void)stream;
    return cudaMemset(at, value, bytes);
}

CudaError cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    *free_bytes = (size_t)sysconf(_SC_AVPHYS_PAGES) * page;
    *total_bytes = (size_t)sysconf(_SC_PHYS_PAGES) * page;
    return OK;
}

// ---- clocks

enum { MOST_THREADS = 256 };

// An event: the processor time used so far, in microseconds.
struct CUevent_st {
    double mine;   // by this thread
    bool unread;   // what follows is not there yet
    double others; // by the others
    double ended;  // by threads that are no more
    // longest only:
    double wall;
    double at; // on the wall, when it was recorded
    int n;     // the others that there were, and what each had computed
    int tid[MOST_THREADS];
    double computed[MOST_THREADS];
};

static double read_us(clockid_t which) {
    struct timespec t;
    if (clock_gettime(which, &t)) return 0;
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

// The processor's clock of another thread of this process: how the kernel
// writes it (clock_getcpuclockid(3) knows processes only).
static clockid_t clock_of(int tid) {
    enum { PER_THREAD = 4, SCHEDULED = 2 };
    return (clockid_t)((~(unsigned)tid << 3) | PER_THREAD | SCHEDULED);
}

// The processor time of the other threads. The clock of the whole process would
// be simpler, but it is brought up to date at ticks, milliseconds apart.
static double others_us(void) {
    int me = (int)syscall(SYS_gettid);
    double sum = 0;
    DIR *tasks = opendir("/proc/self/task");
    struct dirent *d;
    while (tasks && (d = readdir(tasks))) {
        int tid = atoi(d->d_name);
        if (tid > 0 && tid != me) sum += read_us(clock_of(tid));
    }
    if (tasks) closedir(tasks);
    return sum;
}

// The processor time of threads that have ended: only the clock of the process
// has it. Reading a thread's own clock brings its part of that up to date.
static double ended_us(void) {
    double others = others_us(), mine = read_us(CLOCK_THREAD_CPUTIME_ID);
    double us = read_us(CLOCK_PROCESS_CPUTIME_ID) - mine - others;
    return us > 0 ? us : 0;
}

static bool is_longest(void) {
    static int longest = -1;
    if (longest < 0) {
        const char *which = getenv("KATA_CPU_CLOCK");
        longest = which && strcmp(which, "longest") == 0;
    }
    return longest;
}

// The registers of x87 have 11 bits more than a double, and other processors
// have no such registers. So a long double is rounded to 53 bits here: what an
// exercise in doubles asks for is asked on every machine. Threads inherit it.
// Not where Python runs: NumPy looks at its long doubles, and complains.
static void narrow_long_doubles(void) {
#if defined(__x86_64__)
    unsigned short control;
    if (python_send_counts) return;
    __asm__ volatile("fnstcw %0" : "=m"(control));
    control = (unsigned short)((control & ~0x300) | 0x200);
    __asm__ volatile("fldcw %0" : : "m"(control));
#endif
}

// Settled before any of the learner's code runs, which could set it.
__attribute__((constructor(102))) static void settle(void) {
    is_longest();
    narrow_long_doubles();
}

static void read_threads(CudaEvent e) {
    int me = (int)syscall(SYS_gettid);
    DIR *tasks = opendir("/proc/self/task");
    struct dirent *d;
    e->n = 0;
    while (tasks && (d = readdir(tasks)) && e->n < MOST_THREADS) {
        int tid = atoi(d->d_name);
        if (tid <= 0 || tid == me) continue;
        e->tid[e->n] = tid;
        e->computed[e->n++] = read_us(clock_of(tid));
    }
    if (tasks) closedir(tasks);
}

// The processor time of threads that ended between two events.
static double ended_between(const struct CUevent_st *start,
                            const struct CUevent_st *end) {
    double us = end->ended - start->ended;
    return us > 0 ? us : 0;
}

// The processor time of the busiest thread between two events. The number of
// threads that have ended is not known: a single one took as long as all of
// them computed; several were done when the event came.
static double longest_us(const struct CUevent_st *start,
                         const struct CUevent_st *end) {
    double most = ended_between(start, end), wall = end->wall - start->wall;
    if (most > wall) most = wall;
    if (end->mine - start->mine > most) most = end->mine - start->mine;
    for (int i = 0; i < end->n; i++) {
        double us = end->computed[i];
        for (int k = 0; k < start->n; k++)
            if (start->tid[k] == end->tid[i]) us -= start->computed[k];
        if (us > most) most = us;
    }
    return most;
}

// The processor time of all threads between two events.
static double computed_us(const struct CUevent_st *start,
                          const struct CUevent_st *end) {
    double sum = end->mine - start->mine + ended_between(start, end);
    for (int i = 0; i < end->n; i++) {
        sum += end->computed[i];
        for (int k = 0; k < start->n; k++)
            if (start->tid[k] == end->tid[i]) sum -= start->computed[k];
    }
    return sum;
}

double kata_cpu_busy(CudaEvent start, CudaEvent end) {
    double most = longest_us(start, end), sum = computed_us(start, end);
    return is_longest() && most > 0 ? sum / most : 0;
}

double kata_cpu_together(CudaEvent start, CudaEvent end) {
    double passed = end->at - start->at;
    return is_longest() && passed > 0 ? computed_us(start, end) / passed : 0;
}

static void read_others(CudaEvent e) {
    if (is_longest())
        read_threads(e);
    else
        e->others = others_us();
}

CudaError cudaEventCreate(CudaEvent *out) {
    *out = calloc(1, sizeof **out);
    return *out ? OK : failed(ERROR_MEMORY);
}

// Two events take the same steps in opposite order, so that looking at the
// other threads is not in the time between them. It takes longer than some work
// does: the second event looks when it is waited for, and what the call has
// left is copied away before.
CudaError cudaEventRecord(CudaEvent e, CudaStream stream) {
    (void)stream;
    static bool begins = true; // events come in pairs
    if (begins) {
        e->ended = ended_us();
        e->wall = read_us(CLOCK_MONOTONIC);
        read_others(e);
    }
    e->at = read_us(CLOCK_MONOTONIC);
    e->mine = read_us(CLOCK_THREAD_CPUTIME_ID);
    e->unread = !begins;
    begins = !begins;
    return OK;
}

CudaError cudaEventSynchronize(CudaEvent e) {
    if (!e->unread) return OK;
    read_others(e);
    e->wall = read_us(CLOCK_MONOTONIC);
    e->ended = ended_us();
    e->unread = false;
    return OK;
}

CudaError cudaEventElapsedTime(float *ms, CudaEvent start, CudaEvent end) {
    double us = is_longest() ? longest_us(start, end)
                             : end->mine - start->mine + end->others -
                                   start->others + ended_between(start, end);
    *ms = (float)(us * 1e-3);
    return OK;
}

CudaError cudaDeviceSynchronize(void) {
    return OK;
}

// ---- what it is

CudaError cudaGetDevice(int *device) {
    *device = 0;
    return OK;
}

CudaError cudaDeviceGetAttribute(int *value, int attribute, int device) {
    long cache;
    (void)device;
    *value = 0;
    switch (attribute) {
    case ATTR_SMS: *value = (int)sysconf(_SC_NPROCESSORS_ONLN); return OK;
    case ATTR_L2_BYTES:
        cache = sysconf(_SC_LEVEL2_CACHE_SIZE);
        *value = cache > 0 ? (int)cache : 0;
        return OK;
    default: return OK;
    }
}

CudaError cudaDriverGetVersion(int *version) {
    *version = 0;
    return ERROR_VALUE;
}

CudaError cudaRuntimeGetVersion(int *version) {
    *version = 0;
    return ERROR_VALUE;
}

// "AMD EPYC 9B45", or the architecture where the kernel does not say.
const char *kata_cpu_name(void) {
    static char name[128] = "a processor";
    char line[256];
    FILE *f = fopen("/proc/cpuinfo", "r");
    while (f && fgets(line, sizeof line, f)) {
        const char *colon = strchr(line, ':');
        if (!colon || strncmp(line, "model name", 10) != 0) continue;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(colon + 2, "\n"),
                 colon + 2);
        break;
    }
    if (f) fclose(f);
    return name;
}

// ---- errors

CudaError cudaGetLastError(void) {
    CudaError e = last;
    last = OK;
    return e;
}

const char *cudaGetErrorName(CudaError e) {
    return e == ERROR_MEMORY ? "ENOMEM" : e ? "EINVAL" : "ok";
}

const char *cudaGetErrorString(CudaError e) {
    return e == ERROR_MEMORY ? "there is not enough memory"
           : e               ? "an invalid argument"
                             : "no error";
}
