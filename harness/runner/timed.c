// do:prepare, do:load, do:warm, do:rep, do:fetch, do:empty: the timed case.
//
//   hold | copy a set in | poison outputs | flush L2 | late pieces | rest |
//   event | call | event
//
// All of it is enqueued before the hold ends (clock.c), so launch latency is
// not between the events. Work of the entry that runs beside the stream while
// it is held sees neither the input nor, later, its own output again. Work that
// uses the input while L2 is overwritten has not seen the late pieces, if kata
// sends any. An entry that itself waits for the device cannot be held; for such
// ones the flush is repeated, to hide the first launch at least, and the poison
// comes last.
#include "runner/runner.h"
#include "sim/sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma weak sim_cool

// A flush this long hides the host's work of enqueueing events and a launch.
static const double FLUSH_US = 100;
// How often the clock is read while warming up, and how much it may still move.
static const double CLOCK_MS = 20, CLOCK_STEADY = 0.01;
enum { CLOCKS = 4 }; // readings that must agree

static struct Timed {
    Args args;
    char *flush;
    size_t flush_bytes;
    int flushes; // memsets that take FLUSH_US
    int reps;
    bool waits; // the entry waits for the device: it cannot be held
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

void sort_us(double *v, int n) {
    qsort(v, (size_t)n, sizeof *v, by_value);
}

static double median_of(double *v, int n) {
    if (n == 0) return 0;
    sort_us(v, n);
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

// Lines that a kernel has made persist survive the memset. Not done unasked:
// one reset makes every kernel of the process 0.15 us slower from then on
// (H200, tests/gpu/persist.h200.tsv).
static void forget_persisting(void) {
    if (timed.flush && cudaCtxResetPersistingL2Cache &&
        cudaCtxResetPersistingL2Cache())
        cudaGetLastError();
}

static CudaError flush_l2(int times) {
    CudaError e = 0;
    for (int i = 0; i < times && !e && timed.flush; i++)
        e = flush_once();
    return e;
}

CudaError timed_flush(void) {
    return flush_l2(1);
}

// ---- requests

// Without a do:prepare there is nothing to call the entry with.
static bool is_ready(Wire *answer) {
    if (!timed.ready) answer_error(answer, "bug", "nothing is prepared");
    return timed.ready;
}

// The part of the shared region that pieces pass through, as memory that the
// device reaches by itself: copies from and to it are several times as fast. If
// that fails, the memory stays as it was.
static void pin_window(size_t bytes) {
    static bool done;
    if (done || device_is_sim() || !bytes || bytes > shared_bytes) return;
    done = true;
    if (cudaHostRegister(shared, bytes, 0)) cudaGetLastError();
}

void timed_prepare(const Wire *request, Wire *answer) {
    timed_drop();
    const char *wrong = wire_int(request, "sets", 0) < 1
                            ? "no sets of inputs"
                            : args_parse(&timed.args, request);
    if (wrong) {
        answer_error(answer, "bug", wrong);
        return;
    }
    pin_window((size_t)wire_int(request, "window", 0));
    CudaError e = args_allocate(&timed.args);
    if (!e) e = args_keep(&timed.args);
    if (!e) args_scatter(&timed.args);
    if (!e) e = flush_prepare((size_t)wire_int(request, "flush", 0));
    if (e) timed_drop();
    if (answer_cuda_error(answer, "preparing the timed case", e)) return;
    timed.ready = true;
    // Launches and waits of the host are part of a program's time.
    timed.waits = timed.args.host_clock;
    wire_add(answer, "say", "prepared");
}

// The clocks read so far agree.
static bool is_steady(const double *mhz, int n) {
    double low = 0, high = 0;
    if (n < CLOCKS) return false;
    for (int i = n - CLOCKS; i < n; i++) {
        if (i == n - CLOCKS || mhz[i] < low) low = mhz[i];
        if (mhz[i] > high) high = mhz[i];
    }
    return low > 0 && high - low <= CLOCK_STEADY * high;
}

void timed_warm(const Wire *request, Wire *answer) {
    enum { MOST = 100000, MOST_CLOCKS = 1000 };
    if (!is_ready(answer)) return;
    double *us = malloc(MOST * sizeof *us), mhz[MOST_CLOCKS];
    double begin = now_us(), read = begin;
    double least = begin + 1e3 * wire_num(request, "least_ms", 0);
    double end = begin + 1e3 * wire_num(request, "ms", 0);
    int n = 0, clocks = 0;
    bool steady = false;

    stamp(0);
    // At least once: the first call loads the code.
    while (us && n < MOST && (n == 0 || now_us() < end)) {
        if (args_refill(&timed.args, 0)) break;
        Call c = call_entry(&timed.args, false);
        if (c.launch || c.sync) break;
        us[n++] = c.us;
        if (now_us() - read < 1e3 * CLOCK_MS || clocks == MOST_CLOCKS) continue;
        stamp(1);
        if (cudaDeviceSynchronize()) break;
        mhz[clocks++] = stamps_mhz();
        stamps_swap();
        read = now_us();
        steady = is_steady(mhz, clocks);
        if (steady && read > least) break;
    }
    wire_add(answer, "say", "warm");
    wire_add(answer, "reps", "%d", n);
    wire_add(answer, "us", "%.4f", us ? median_of(us, n) : 0);
    wire_add(answer, "mhz", "%.1f", clocks ? mhz[clocks - 1] : 0);
    wire_add(answer, "steady", "%d", steady);
    wire_add(answer, "ms", "%.1f", (now_us() - begin) * 1e-3);
    free(us);
}

// Pieces of a set's inputs, to the device; late: behind what is enqueued.
static bool loaded(const Wire *request, int set, bool late, Wire *answer) {
    const char *piece;
    for (int i = 0; (piece = wire_get(request, "piece", i)); i++) {
        int arg;
        size_t offset, bytes, from;
        if (sscanf(piece, "%d %zu %zu %zu", &arg, &offset, &bytes, &from) ==
                4 &&
            args_load(&timed.args, arg, set, offset, bytes, from, late))
            continue;
        if (!answer_cuda_error(answer, "copying inputs", cudaGetLastError()))
            answer_error(answer, "bug", "a piece out of range");
        return false;
    }
    return true;
}

void timed_load(const Wire *request, Wire *answer) {
    int set = (int)wire_int(request, "set", 0);
    if (!is_ready(answer) || !loaded(request, set, false, answer)) return;
    wire_add(answer, "say", "loaded");
}

void timed_rep(const Wire *request, Wire *answer) {
    int set = (int)wire_int(request, "set", 0);
    bool late = wire_int(request, "late", 0);
    if (!is_ready(answer)) return;
    if (!late && !loaded(request, set, false, answer)) return;
    // A repetition that is not held starts on an idle device: what the entry
    // leaves running beside the stream then shows in wall_us.
    bool wanted = wire_int(request, "hold", 1), sim = device_is_sim();
    bool hold = wanted && !timed.waits;
    args_place(&timed.args, timed.reps++);
    if (wire_int(request, "forget", 0)) forget_persisting();
    stamp(0);
    if (hold && !sim) hold_begin();
    CudaError e = args_reload(&timed.args, set < 0 ? 0 : set);
    // Else a call would find in L2 what the one before it has left there, and
    // what was just copied.
    if (sim_cool) sim_cool();
    if (!e && hold) e = args_poison(&timed.args);
    if (!e) e = flush_l2(hold || !wanted ? 1 : timed.flushes);
    if (!e && !hold) e = args_poison(&timed.args);
    if (!e && late && !loaded(request, set, true, answer)) {
        hold_end();
        return;
    }
    if (!e && hold) e = hold_rest();
    if (!e && (!wanted || timed.args.host_clock)) e = cudaDeviceSynchronize();
    if (e) hold_end();
    if (answer_cuda_error(answer, "filling the timed case", e)) return;
    if (wire_int(request, "sample", 0)) call_sample();
    Call c = call_entry(&timed.args, hold);
    // If late pieces cannot be enqueued, they wait for the hold to give up.
    if (hold && !c.held && !sim && !late) timed.waits = true;
    if (call_refused(answer)) return;
    wire_add(answer, "say", "rep");
    call_report(&c, answer);
    wire_add(answer, "held", "%d", c.held);
    wire_add(answer, "mhz", "%.1f", c.held ? stamps_mhz() : 0);
}

void timed_fetch(const Wire *request, Wire *answer) {
    const char *piece;
    for (int i = 0; (piece = wire_get(request, "piece", i)); i++) {
        int arg;
        size_t offset, bytes, to;
        if (sscanf(piece, "%d %zu %zu %zu", &arg, &offset, &bytes, &to) == 4 &&
            args_fetch(&timed.args, arg, offset, bytes, to))
            continue;
        if (!answer_cuda_error(answer, "fetching", cudaGetLastError()))
            answer_error(answer, "bug", "a piece out of range");
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
        if (!device_is_sim()) hold_begin();
        cudaEventRecord(before, NULL);
        cudaEventRecord(after, NULL);
        hold_end();
        e = cudaEventSynchronize(after);
        if (!e) e = cudaEventElapsedTime(&ms, before, after);
        if (!e) us[n++] = (double)ms * 1e3;
    }
    if (answer_cuda_error(answer, "timing nothing", e)) return;
    wire_add(answer, "say", "empty");
    wire_add(answer, "us", "%.4f", median_of(us, n));
    wire_add(answer, "floor", "%.4f", device_is_gpu() ? floor_us() : 0);
}
