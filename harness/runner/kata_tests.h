// For the hidden tests (tests.cu) of an exercise of kind program.
//
// tests.cu defines the exercise's entry. The entry calls the learner's
// functions, and writes what it finds to its outputs, which kata compares with
// reference.c outside of this process: no expected result stands in tests.cu.
#ifndef RUNNER_KATA_TESTS_H
#define RUNNER_KATA_TESTS_H

#include <string.h>

// Of the simulated device; absent on a GPU.
typedef struct KataCall {
    const char *name;
    unsigned long long count;
} KataCall;
extern "C" __attribute__((weak)) const KataCall *sim_call_at(int i);

// True if calls of CUDA are counted, as the simulated device does.
static inline bool kata_counts(void) {
    return sim_call_at != NULL;
}

// True if a call is of that function, under whichever name the compiler calls
// it: kernel<<<...>>> calls __cudaLaunchKernel, and per-thread streams _ptsz.
static inline bool kata_is_call(const char *call, const char *name) {
    size_t n = strlen(name);
    while (*call == '_')
        call++;
    return strncmp(call, name, n) == 0 &&
           (!call[n] || !strcmp(call + n, "_ptsz") ||
            !strcmp(call + n, "_ptds"));
}

// How often the program has called that function of the CUDA runtime, or of
// cuBLAS (its handles and products), cuDNN or NCCL (what moves data), in this
// test; 0 where nobody counts.
static inline int kata_calls(const char *name) {
    int sum = 0;
    for (int i = 0; sim_call_at && sim_call_at(i); i++)
        if (kata_is_call(sim_call_at(i)->name, name))
            sum += (int)sim_call_at(i)->count;
    return sum;
}

// How many kernels the program has launched in this test, its own and those of
// the tests, or put into graphs; 0 where nobody counts. Those of libraries are
// not among them.
static inline int kata_kernels(void) {
    return kata_calls("cudaLaunchKernel") + kata_calls("cudaLaunchKernelExC") +
           kata_calls("cudaLaunchCooperativeKernel") +
           kata_calls("cudaGraphAddKernelNode") +
           kata_calls("cudaGraphAddNode") + kata_calls("cudaGraphAddNode_v2");
}

extern "C" __attribute__((weak)) double sim_counted(const char *counter);

// The sum of all kernels so far in this test, of a counter of the simulated
// device (harness/sim/counters.def): xchg_ops, barriers ... Wait for the device
// first. 0 where nobody counts. A fact can say with it, of each function by
// itself, that its kernels work as the lesson asks.
static inline double kata_counted(const char *counter) {
    return sim_counted ? sim_counted(counter) : 0;
}

extern "C" __attribute__((weak)) void sim_host_bytes(double *got, double *gave);

// Bytes that the host has got from devices so far in this test, and that it
// gave them: by copies, and by kernels that store to pinned or managed memory,
// or load from there; 0 where nobody counts. A host that does the devices' work
// gets more than it should, or its kernels store less.
typedef struct KataBytes {
    double got, gave;
} KataBytes;
static inline KataBytes kata_bytes(void) {
    KataBytes now = {0, 0};
    if (sim_host_bytes) sim_host_bytes(&now.got, &now.gave);
    return now;
}

extern "C" __attribute__((weak)) double sim_own_bytes(void);

// The most bytes of memory of devices that the program has had at one time
// since the last question, however it was allocated; 0 where nobody counts. Not
// in an exercise with a gate own_memory, which asks the same question.
static inline double kata_most_memory(void) {
    return sim_own_bytes ? sim_own_bytes() : 0;
}

// Of the runner.
extern "C" __attribute__((weak)) void kata_refuse(const char *what,
                                                  const char *why);

// Returns whether what a test needs has failed, a library of this machine, say.
// kata then ends the check with "<what>: <why>", as nothing can be said of the
// learner's file: a test that goes on would find wrong results. Return at once:
//
//     if (kata_failed(!opened, "the disk cannot be read", reason)) return;
static inline bool kata_failed(bool failed, const char *what, const char *why) {
    if (failed && kata_refuse) kata_refuse(what, why);
    return failed;
}

#endif
