// do:prepare, do:warm, do:rep, do:fetch, do:empty: the timed case.
//
//   copy a set in | poison outputs | flush L2 | event | the call | event
//
// All of it is enqueued at once. While the flush still runs the host has long
// enqueued the call, so its launch latency is not between the events.
#include "runner/runner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A flush this long hides the host's work of enqueueing events and a launch.
static const double FLUSH_US = 100;

static struct Timed {
    Args args;
    char *flush;
    size_t flush_bytes;
    int flushes; // memsets per repetition
    bool ready;
} timed;

static void timed_drop(void) {
    args_free(&timed.args);
    if (timed.flush) cudaFree(timed.flush);
    timed = (struct Timed){0};
}

static int by_value(const void *a, const void *b) {
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static double median_of(double *v, int n) {
    if (n == 0) return 0;
    qsort(v, (size_t)n, sizeof *v, by_value);
    return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

// ---- L2

static CudaError flush_once(void) {
    return cudaMemsetAsync(timed.flush, 0, timed.flush_bytes, NULL);
}

// Finds how many memsets make a flush of FLUSH_US.
static CudaError flush_prepare(size_t bytes) {
    if (!bytes) return 0;
    CudaError e = cudaMalloc((void **)&timed.flush, bytes);
    if (e) return e;
    timed.flush_bytes = bytes;
    timed.flushes = 1;
    if (device_is_sim()) return 0;
    e = flush_once();
    if (!e) e = cudaDeviceSynchronize();
    double start = now_us();
    for (int i = 0; i < 8 && !e; i++)
        e = flush_once();
    if (!e) e = cudaDeviceSynchronize();
    double each = (now_us() - start) / 8;
    timed.flushes = each > 0 ? (int)(FLUSH_US / each) + 1 : 1;
    if (timed.flushes > 64) timed.flushes = 64;
    return e;
}

static CudaError flush(void) {
    CudaError e = 0;
    if (!timed.flush) return 0;
    // Lines that a kernel has pinned would survive the memset.
    if (cudaCtxResetPersistingL2Cache) cudaCtxResetPersistingL2Cache();
    for (int i = 0; i < timed.flushes && !e; i++)
        e = flush_once();
    return e;
}

// ---- requests

// Without a do:prepare there is nothing to call the entry with.
static bool is_ready(Wire *answer) {
    if (!timed.ready) answer_error(answer, "bug", "nothing is prepared");
    return timed.ready;
}

void timed_prepare(const Wire *request, Wire *answer) {
    timed_drop();
    const char *wrong = args_parse(&timed.args, request);
    if (wrong) {
        answer_error(answer, "bug", wrong);
        return;
    }
    CudaError e = args_allocate(&timed.args);
    if (!e) e = args_keep(&timed.args);
    if (!e) e = args_fill(&timed.args, 0);
    if (!e) e = flush_prepare((size_t)wire_int(request, "flush", 0));
    if (e) timed_drop();
    if (answer_cuda_error(answer, "preparing the timed case", e)) return;
    timed.ready = true;
    wire_add(answer, "say", "prepared");
}

void timed_warm(const Wire *request, Wire *answer) {
    enum { MOST = 100000 };
    if (!is_ready(answer)) return;
    double *us = malloc(MOST * sizeof *us);
    double end = now_us() + 1e3 * wire_num(request, "ms", 0);
    int n = 0;

    // At least once: the first call loads the code.
    while (us && n < MOST && (n == 0 || now_us() < end)) {
        if (args_refill(&timed.args, 0)) break;
        Call c = call_entry(&timed.args);
        if (c.launch || c.sync) break;
        us[n++] = c.us;
    }
    wire_add(answer, "say", "warm");
    wire_add(answer, "reps", "%d", n);
    wire_add(answer, "us", "%.4f", us ? median_of(us, n) : 0);
    free(us);
}

void timed_rep(const Wire *request, Wire *answer) {
    int set = (int)wire_int(request, "set", 0);
    if (!is_ready(answer)) return;
    CudaError e = args_refill(&timed.args, set < 0 ? 0 : set);
    if (!e) e = flush();
    if (answer_cuda_error(answer, "filling the timed case", e)) return;
    Call c = call_entry(&timed.args);
    wire_add(answer, "say", "rep");
    call_report(&c, answer);
}

void timed_fetch(const Wire *request, Wire *answer) {
    const char *chunk;
    for (int i = 0; (chunk = wire_get(request, "chunk", i)); i++) {
        int arg;
        size_t offset, bytes, to;
        if (sscanf(chunk, "%d %zu %zu %zu", &arg, &offset, &bytes, &to) == 4 &&
            args_fetch(&timed.args, arg, offset, bytes, to))
            continue;
        if (!answer_cuda_error(answer, "fetching", cudaGetLastError()))
            answer_error(answer, "bug", "a chunk out of range");
        return;
    }
    wire_add(answer, "say", "fetched");
}

void timed_empty(const Wire *request, Wire *answer) {
    int count = (int)wire_int(request, "count", 100), n = 0;
    double us[1000];
    CudaEvent before = NULL, after = NULL;
    float ms;

    if (count > (int)(sizeof us / sizeof *us)) count = sizeof us / sizeof *us;
    CudaError e = cudaEventCreate(&before);
    if (!e) e = cudaEventCreate(&after);
    while (!e && n < count) {
        cudaEventRecord(before, NULL);
        cudaEventRecord(after, NULL);
        e = cudaEventSynchronize(after);
        if (!e) e = cudaEventElapsedTime(&ms, before, after);
        if (!e) us[n++] = (double)ms * 1e3;
    }
    if (answer_cuda_error(answer, "timing nothing", e)) return;
    wire_add(answer, "say", "empty");
    wire_add(answer, "us", "%.4f", median_of(us, n));
}
