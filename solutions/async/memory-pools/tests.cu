// Steps of work in a row, with and without waiting for them, and what the pool holds.
#include "kata_tests.h"

#include <stdlib.h>

cudaMemPool_t work_open();
void work_step(const float *in, float *out, int n, cudaStream_t one, cudaStream_t two);
void work_pause(size_t keep);
void work_close();

enum { RIGHT, OWN, ORDER, STEADY, REUSED, PAUSED, NO_LEAK, STREAMS, CLOSED, FACTS };

static const size_t M = 1 << 20, CHUNK = 32 << 20;

static cudaStream_t one, two;
static cudaMemPool_t pool;
static float *host, *in, *out;
static int *fact;

static size_t pool_word(cudaMemPoolAttr which) {
    unsigned long long v = 0;
    if (pool) cudaMemPoolGetAttribute(pool, which, &v);
    return (size_t)v;
}

static size_t held(void) {
    return pool_word(cudaMemPoolAttrReservedMemCurrent);
}

static size_t bytes_free(void) {
    size_t available, total;
    cudaDeviceSynchronize();
    cudaMemGetInfo(&available, &total);
    return available;
}

static bool begins(const char *name, const char *with) {
    return strncmp(name, with, strlen(with)) == 0;
}

// Calls that allocate or free past a pool, that change a pool, and that wait; a loop that asks
// whether a stream is done waits, too. Also those of the driver's interface.
static bool is_forbidden(const char *name) {
    static const char *const none[] = {
        "cudaMalloc",         "cudaFree",        "cudaHostAlloc",      "cudaHostRegister",
        "cudaHostUnregister", "cudaMemPoolTrim", "cudaMemPoolCreate",  "cudaMemPoolDestroy",
        "cuMemAlloc",         "cuMemFree",       "cuMemHost",          "cuMemCreate",
        "cuMemPoolTrim",      "cuMemPoolCreate", "cuMemPoolDestroy",
    };
    if (strstr(name, "Synchronize") || strstr(name, "Query")) return true;
    if (strstr(name, "Async")) return false;
    if (begins(name, "cudaMemcpy") || begins(name, "cuMemcpy")) return true;
    for (const char *with : none)
        if (begins(name, with)) return true;
    return false;
}

static int calls_that_wait(void) {
    int n = 0;
    for (int i = 0; kata_counts() && sim_call_at(i); i++) {
        const char *name = sim_call_at(i)->name;
        while (*name == '_')
            name++;
        if (is_forbidden(name)) n += (int)sim_call_at(i)->count;
    }
    return n;
}

static int launches(void) {
    return kata_calls("cudaLaunchKernel") + kata_calls("cudaLaunchKernelExC");
}

// Three kernels, an event to stream two and one back.
static void step(int n) {
    int before = calls_that_wait(), kernels = launches();
    int events = kata_calls("cudaStreamWaitEvent");
    work_step(in, out, n, one, two);
    fact[ORDER] &= calls_that_wait() == before;
    if (!kata_counts()) return;
    fact[STREAMS] &= launches() >= kernels + 3;
    fact[STREAMS] &= kata_calls("cudaStreamWaitEvent") >= events + 2;
}

// The host waits, and looks.
static void look(int n) {
    cudaDeviceSynchronize();
    cudaMemcpy(host, out, n * sizeof *host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) {
        float a = (float)(i % 61), before = i ? (float)((i - 1) % 61) : 0;
        float after = i + 1 < n ? (float)((i + 1) % 61) : 0;
        fact[RIGHT] &= host[i] == a * a - (before * before + after * after);
    }
    fact[NO_LEAK] &= pool && pool_word(cudaMemPoolAttrUsedMemCurrent) == 0;
}

// Steps that the host does not wait for: the second one has the memory of the first.
static void in_a_row(int n, int steps) {
    for (int i = 0; i < steps; i++)
        step(n);
    size_t most = 2 * 2 * n * sizeof(float); // twice what one step has
    fact[REUSED] &= held() <= (most + CHUNK - 1) / CHUNK * CHUNK;
    look(n);
}

// Steps that it waits for: the memory stays in the pool.
static void one_by_one(int n, int steps) {
    step(n);
    look(n);
    size_t first = held();
    fact[STEADY] &= first > 0;
    for (int i = 1; i < steps; i++) {
        step(n);
        cudaStreamSynchronize(one);
        fact[STEADY] &= held() == first;
    }
    look(n);
}

static void pauses(int n) {
    in_a_row(n, 2);
    size_t before = held(), half = before / 2 / CHUNK * CHUNK;
    work_pause(before);
    fact[PAUSED] &= held() == before;
    work_pause(half);
    fact[PAUSED] &= held() == half;
    in_a_row(n, 1); // and it goes on
    work_pause(0);
    fact[PAUSED] &= held() == 0;
    one_by_one(n, 2); // a pause does not last
}

// The pool of the device is for others.
static void look_at_default(void) {
    cudaMemPool_t of_device;
    unsigned long long keep = 0, used = 0;
    cudaDeviceGetDefaultMemPool(&of_device, 0);
    cudaMemPoolGetAttribute(of_device, cudaMemPoolAttrReleaseThreshold, &keep);
    cudaMemPoolGetAttribute(of_device, cudaMemPoolAttrUsedMemHigh, &used);
    fact[OWN] &= pool && pool != of_device && keep == 0 && used == 0;
}

// Pools that were made and not destroyed again.
static int pools_made(void) {
    return kata_calls("cudaMemPoolCreate") - kata_calls("cudaMemPoolDestroy");
}

static void ask_all(int scenario) {
    for (int i = 0; i < FACTS; i++)
        fact[i] = 1;
    size_t before = bytes_free();
    int pools = pools_made();
    pool = work_open();
    switch (scenario) {
    case 1: in_a_row(1, 1); break;
    case 2: in_a_row(1000, 3); break;
    case 3: in_a_row(M, 8); break;
    case 4: one_by_one(5 * M / 4, 6); break;
    case 5: // arrays that grow
        for (int n = 1000; n < 2000000; n = 3 * n + 1)
            in_a_row(n, 1);
        break;
    case 6: pauses(5 * M); break;
    case 7: // a second time
        in_a_row(70001, 2);
        work_close();
        pool = work_open();
        in_a_row(70001, 2);
        break;
    }
    look_at_default();
    cudaDeviceSynchronize();
    work_close();
    // Of a GPU others take memory too, and give it back.
    fact[CLOSED] &= !kata_counts() || bytes_free() == before;
    fact[CLOSED] &= pools_made() == pools;
}

void pool_cases(int scenario, int *facts);

void pool_cases(int scenario, int *facts) {
    enum { TRIES = 3, MOST = 5 << 20 };
    fact = facts;
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
    cudaMalloc(&in, MOST * sizeof *in);
    cudaMalloc(&out, MOST * sizeof *out);
    host = (float *)malloc(MOST * sizeof *host);
    for (int i = 0; i < MOST; i++)
        host[i] = (float)(i % 61);
    cudaMemcpy(in, host, MOST * sizeof *in, cudaMemcpyHostToDevice);
    for (int t = 0, right = 0; t < TRIES && !right; t++) {
        ask_all(scenario);
        right = 1;
        for (int i = 0; i < FACTS; i++)
            right &= facts[i];
    }
    free(host);
    cudaFree(in);
    cudaFree(out);
    cudaStreamDestroy(one);
    cudaStreamDestroy(two);
}
