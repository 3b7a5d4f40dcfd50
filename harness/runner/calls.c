// One call of the entry point, timed by events.
//
// Two times are taken. `us` is between the events around the call. `wall_us`
// adds what the device still did when the second event had passed: work that an
// entry moved to another stream is there, and kata compares the two.
#include "runner/runner.h"
#include "sim/sim.h"

#include <stdint.h>
#include <stdio.h>
#include <time.h>

#pragma weak sim_clock_us
#pragma weak sim_ends_us
#pragma weak sim_behind_us
#pragma weak sim_idle_us
#pragma weak sim_hold
#pragma weak sim_settle
#pragma weak sim_sample
#pragma weak sim_sampled
#pragma weak sim_shuffle
#pragma weak sim_load_error
#pragma weak sim_keep_spans
#pragma weak kata_cpu_busy
#pragma weak kata_cpu_together
#pragma weak sim_host_bytes
#pragma weak sim_drop_host_bytes
#pragma weak sim_own_bytes
#pragma weak sim_own_atomics
#pragma weak sim_witness
#pragma weak sim_witnessed
#pragma weak sim_drop_spans
#pragma weak sim_failed_call
#pragma weak sim_keep_launch_errors
#pragma weak sim_keep_arrays

// The simulated device is held for longer than any call's launches take.
static const double SIM_HOLD_US = 4000;

double now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

// The clock on which device work passes.
static double device_clock_us(void) {
    return sim_clock_us ? sim_clock_us() : now_us();
}

static CudaEvent event(int which) {
    static CudaEvent made[2];
    if (!made[which]) cudaEventCreate(&made[which]);
    return made[which];
}

// Addresses of the last call's buffers: they are freed before traps are sent.
static struct {
    uint64_t at, bytes; // bytes 0: a scalar, or empty
} buffers[ARGS_MAX];
static int nbuffers;

static void note_buffers(const Args *a) {
    nbuffers = a->n;
    for (int i = 0; i < a->n; i++) {
        buffers[i].at = (uint64_t)(uintptr_t)a->at[i].pay;
        buffers[i].bytes = a->at[i].role == ROLE_SCALAR ? 0 : a->at[i].bytes;
    }
}

int call_argument(uint64_t lo, uint64_t bytes) {
    for (int i = 0; i < nbuffers && bytes; i++)
        if (buffers[i].at == lo && buffers[i].bytes == bytes) return i;
    return -1;
}

static bool sampling;

void call_sample(void) {
    sampling = sim_sample != NULL;
}

__attribute__((visibility("default"))) int small_edit_number;

void call_shuffle(unsigned long long seed) {
    if (sim_shuffle) sim_shuffle(seed);
}

static struct {
    double got, gave;           // bytes of the last call
    double own;                 // of the program's own memory then
    double own_atomics;         // on that memory
    double made, given;         // the most of any call since they were told
    double made_now, given_now; // of the last call
} host;                         // written when the call is over

static void host_begin(const Args *a) {
    if (!sim_host_bytes) return;
    for (int i = 0; i < a->n; i++) {
        const Arg *g = &a->at[i];
        bool of_device = g->memory == MEMORY_DEVICE;
        if (g->role == ROLE_SCALAR) continue;
        if (g->role != ROLE_OUTPUT && !of_device)
            sim_witness(g->pay, g->bytes, false);
        if (g->role != ROLE_INPUT) sim_witness(g->pay, g->bytes, true);
    }
    sim_drop_host_bytes();
    if (sim_own_bytes) sim_own_bytes();
    if (sim_own_atomics) sim_own_atomics();
}

static void host_end(void) {
    if (sim_host_bytes) sim_host_bytes(&host.got, &host.gave);
    if (sim_own_bytes) host.own = sim_own_bytes();
    if (sim_own_atomics) host.own_atomics = sim_own_atomics();
}

// After the outputs have been taken away: who writes to one later is too late.
static void host_look(void) {
    if (!sim_witnessed) return;
    SimWitness w = sim_witnessed();
    host.made_now = w.made;
    host.given_now = w.given;
    if (w.made > host.made) host.made = w.made;
    if (w.given > host.given) host.given = w.given;
}

void call_host_bytes(double *got, double *gave) {
    *got = host.got;
    *gave = host.gave;
}

void call_host_parts(double *made, double *given) {
    *made = host.made;
    *given = host.given;
    host.made = host.given = 0;
}

// Waits for every device that there is, as a program may have used several.
static CudaError wait_for_devices(void) {
    int n = 1, current = 0;
    CudaError e = cudaDeviceSynchronize();
    if (cudaGetDeviceCount(&n) || n < 2 || cudaGetDevice(&current)) return e;
    for (int d = 0; d < n && !e; d++)
        if (d != current && !(e = cudaSetDevice(d)))
            e = cudaDeviceSynchronize();
    cudaSetDevice(current);
    return e;
}

static double window_from, window_to;

bool call_window(double *from_us, double *to_us) {
    *from_us = window_from;
    *to_us = window_to;
    return window_to > 0;
}

// The error that the call has left; an event or a stream that was asked and was
// not ready is none.
static CudaError error_left(void) {
    enum { NOT_READY = 600 }; // cudaErrorNotReady
    CudaError e = cudaGetLastError();
    return e == NOT_READY ? 0 : e;
}

// The same after the entry, with the call that has left it.
static void note_launch(Call *c) {
    if (sim_failed_call) c->failed = sim_failed_call(&c->failed_at);
    c->launch = error_left();
}

// How long the host takes to hear that all devices are idle: some us for eight.
static double ask_us(void) {
    double from = device_clock_us();
    wait_for_devices();
    return device_clock_us() - from;
}

// A program's call: its time is the host's, with copies, launches and waiting.
// wall_us also has the work that a device still does when the call has
// returned.
static Call call_program(Args *a) {
    enum { SPANS_MOST = 100000 };
    Call c = {0};
    wait_for_devices();
    double ask = ask_us();
    cudaGetLastError(); // not the learner's
    if (sim_keep_spans) {
        sim_drop_spans();
        sim_keep_spans(SPANS_MOST);
    }
    if (sampling) sim_sample(true);
    window_from = device_clock_us();
    host_begin(a);
    kata_call(a->pointer);
    fflush(stdout);
    note_launch(&c);
    double back = device_clock_us();
    c.sync = wait_for_devices();
    window_to = device_clock_us();
    host_end();
    if (sampling) {
        c.sampled = sim_sampled();
        sim_sample(false);
        sampling = false;
    }
    if (!c.sync) c.sync = error_left();
    if (!c.launch && !c.sync) {
        c.us = back - window_from;
        // Waiting costs the host time of its own: it gives memory of pools
        // back.
        double ends = sim_ends_us ? sim_ends_us() : window_to - ask;
        c.wall_us = ends - window_from;
        if (c.wall_us < c.us) c.wall_us = c.us;
        c.sync = args_see(a);
    }
    host_look();
    return c;
}

Call call_entry(Args *a, bool hold) {
    note_buffers(a);
    if (a->host_clock) return call_program(a);
    Call c = {0};
    float ms = 0;
    CudaEvent before = event(0), after = event(1);

    if (sim_keep_launch_errors) sim_keep_launch_errors(true);
    if (sim_keep_arrays) sim_keep_arrays(true);

    cudaGetLastError(); // not the learner's
    if (hold && sim_hold) sim_hold(SIM_HOLD_US);
    if (sim_settle) sim_settle(); // the inputs are there
    cudaEventRecord(before, NULL);
    if (sampling) sim_sample(true);
    host_begin(a);
    kata_call(a->pointer);
    // Keeps the program's output if the device dies.
    fflush(stdout);
    note_launch(&c);
    cudaEventRecord(after, NULL);
    if (sampling) {
        c.sampled = sim_sampled();
        sim_sample(false);
        sampling = false;
    }
    host_end(); // what is enqueued has been done, on the simulated device
    bool seen = hold && !sim_hold;
    if (seen) {
        // Before anybody can know that the call is over: who would go on with
        // its work then, in another thread, comes too late.
        c.sync = args_see(a);
        stamp(1);
        c.held = hold_end();
    }
    CudaError done = cudaEventSynchronize(after);
    if (!c.sync) c.sync = done;
    double passed = device_clock_us();
    done = cudaDeviceSynchronize();
    if (!c.sync) c.sync = done;
    double tail = device_clock_us() - passed;
    if (sim_behind_us) tail = sim_behind_us(after);
    if (!c.sync) c.sync = error_left();
    if (!seen && !c.launch && !c.sync) c.sync = args_see(a);
    host_look();
    if (!c.launch && !c.sync && !cudaEventElapsedTime(&ms, before, after))
        c.us = (double)ms * 1e3;
    if (c.us > 0 && kata_cpu_busy) c.busy = kata_cpu_busy(before, after);
    if (c.us > 0 && kata_cpu_together)
        c.together = kata_cpu_together(before, after);
    // An entry that ends by waiting has nothing more to do when it has waked
    // up. At the size of a GPU's timed case that is some per cent; simulated
    // cases are smaller, and would be twice as slow.
    if (c.us > 0 && sim_idle_us) c.us -= sim_idle_us(after);
    c.wall_us = c.us + tail;
    return c;
}

static char refusal[400];

void kata_refuse(const char *what, const char *why);
__attribute__((visibility("default"))) void kata_refuse(const char *what,
                                                        const char *why) {
    if (!*refusal)
        snprintf(refusal, sizeof refusal, "%s: %s", what,
                 why && *why ? why : "no reason given");
}

bool call_refused(Wire *answer) {
    if (*refusal) answer_error(answer, "refused", refusal);
    return *refusal;
}

static const char *name_of(CudaError e) {
    return e ? cudaGetErrorName(e) : "ok";
}

void call_report(const Call *c, Wire *answer) {
    CudaError e = c->launch ? c->launch : c->sync;
    const char *why = e && sim_load_error ? sim_load_error() : "";

    wire_add(answer, "launch", "%s", name_of(c->launch));
    wire_add(answer, "sync", "%s", name_of(c->sync));
    wire_add(answer, "message", "%s", *why ? why : cudaGetErrorString(e));
    if (c->launch && c->failed) {
        wire_add(answer, "failed", "%s", c->failed);
        wire_add(answer, "failed_at", "%llu", (unsigned long long)c->failed_at);
    }
    wire_add(answer, "us", "%.4f", c->us);
    wire_add(answer, "wall_us", "%.4f", c->wall_us);
    if (c->busy > 0) wire_add(answer, "busy", "%.4f", c->busy);
    if (c->together > 0) wire_add(answer, "together", "%.4f", c->together);
    if (c->sampled) wire_add(answer, "sampled", "1");
    const double MILLION = 1e6; // a part is sent in millionths
    if (host.made_now > 0)
        wire_add(answer, "host_made", "%.0f", host.made_now * MILLION);
    if (host.given_now > 0)
        wire_add(answer, "host_given", "%.0f", host.given_now * MILLION);
    if (host.got > 0) wire_add(answer, "host_got", "%.0f", host.got);
    if (host.gave > 0) wire_add(answer, "host_gave", "%.0f", host.gave);
    if (host.own > 0) wire_add(answer, "own", "%.0f", host.own);
    if (host.own_atomics > 0)
        wire_add(answer, "own_atomics", "%.0f", host.own_atomics);
}

void answer_error(Wire *answer, const char *kind, const char *message) {
    wire_clear(answer);
    wire_add(answer, "say", "error");
    wire_add(answer, "kind", "%s", kind);
    wire_add(answer, "message", "%s", message);
}

bool answer_cuda_error(Wire *answer, const char *what, CudaError e) {
    char text[400];
    if (!e) return false;
    snprintf(text, sizeof text, "%s: %s (%s)", what, cudaGetErrorString(e),
             cudaGetErrorName(e));
    answer_error(answer, "env", text);
    return true;
}
