// What the programs of this folder share: how they time, and what they print.
//
// Each shows one thing that learners write to see overlap, ordering or
// overheads. All times are between two CUDA events, so that the same program
// measures a GPU and asks the simulated device for its modelled clock. A figure
// is a line "name <tab> value <tab> unit"; h200.tsv holds those of an H200.
#ifndef CLOCK_H
#define CLOCK_H

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <vector>

#define OK(call)                                                               \
    do {                                                                       \
        cudaError_t e_ = (call);                                               \
        if (e_ != cudaSuccess) {                                               \
            printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call,               \
                   cudaGetErrorName(e_));                                      \
            exit(1);                                                           \
        }                                                                      \
    } while (0)

// A dependent chain: as long as n says, whatever else the device does.
__global__ void spin(int n, float *out) {
    float x = (float)threadIdx.x;
    for (int i = 0; i < n; i++)
        x = fmaf(x, 1.0001f, 0.5f);
    if (x == 12345.0f) *out = x;
}

__global__ void nothing() {}

// Times of one thing: on a GPU the median of many, the model needs one.
static bool on_gpu = true;
static int repetitions() {
    return on_gpu ? 15 : 1;
}

static float *scratch;

struct Stream {
    cudaStream_t s;
    explicit Stream(unsigned flags = cudaStreamNonBlocking) {
        OK(cudaStreamCreateWithFlags(&s, flags));
    }
    ~Stream() { cudaStreamDestroy(s); }
    Stream(const Stream &) = delete;
    operator cudaStream_t() const { return s; }
};

struct Event {
    cudaEvent_t e;
    explicit Event(unsigned flags = cudaEventDefault) {
        OK(cudaEventCreateWithFlags(&e, flags));
    }
    ~Event() { cudaEventDestroy(e); }
    Event(const Event &) = delete;
    operator cudaEvent_t() const { return e; }
};

static double ms_between(cudaEvent_t a, cudaEvent_t b) {
    float ms;
    OK(cudaEventElapsedTime(&ms, a, b));
    return ms;
}

typedef std::vector<cudaStream_t> Streams;

static int hold_spins = 100000; // some 200 us

// How long `body` takes, in us: from the time that all streams may begin until
// the last of them is through. held: the device is busy while the host enqueues
// it, so that only the device's time counts.
static double time_us(const Streams &streams, bool held,
                      const std::function<void()> &body) {
    std::vector<double> all;
    Event begin, end, mark(cudaEventDisableTiming);
    for (int rep = 0; rep < repetitions(); rep++) {
        OK(cudaDeviceSynchronize());
        if (held) spin<<<1, 32, 0, streams[0]>>>(hold_spins, scratch);
        OK(cudaEventRecord(begin, streams[0]));
        for (size_t i = 1; i < streams.size(); i++)
            OK(cudaStreamWaitEvent(streams[i], begin, 0));
        body();
        for (size_t i = 1; i < streams.size(); i++) {
            OK(cudaEventRecord(mark, streams[i]));
            OK(cudaStreamWaitEvent(streams[0], mark, 0));
        }
        OK(cudaEventRecord(end, streams[0]));
        OK(cudaDeviceSynchronize());
        all.push_back(ms_between(begin, end) * 1e3);
    }
    std::sort(all.begin(), all.end());
    return all[all.size() / 2];
}

static double time_us(cudaStream_t s, bool held,
                      const std::function<void()> &body) {
    return time_us(Streams{s}, held, body);
}

static double spin_us(int n) {
    Stream s;
    return time_us(s, true, [&] { spin<<<1, 32, 0, s>>>(n, scratch); });
}

// The argument of spin that takes so long.
static int spins_for(double us) {
    static double a, b; // us = a + b * n
    if (!b) {
        double lo = spin_us(20000), hi = spin_us(100000);
        b = (hi - lo) / 80000;
        a = lo - b * 20000;
    }
    return std::max(1, (int)((us - a) / b));
}

static void say(const char *name, double value, const char *unit) {
    printf("%s\t%.4g\t%s\n", name, value, unit);
    fflush(stdout);
}

struct Program {
    const char *name;
    void (*run)();
    static std::vector<Program> &all() {
        static std::vector<Program> list;
        return list;
    }
};

#define PROGRAM(name)                                                          \
    static void name();                                                        \
    static int name##_added = (Program::all().push_back({#name, name}), 0);    \
    static void name()

#endif
