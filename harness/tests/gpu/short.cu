// What moves the time of a short kernel besides its work.
//
//   short [GAP_US]
//
// One kernel at four sizes, timed between two events with cold caches, in many
// ways in turn: held by a kernel as in CUB's benchmarks or by a host function
// as in kata (harness/runner/clock.c), in one place of memory or in eight, with
// and without what else kata does around a repetition. With GAP_US the device
// is idle for so long before each. Prints per way and size: the median, the
// mean of the middle half and the least of 60, in microseconds. A process has
// an offset of its own: compare ways within one, and run many.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <sched.h>
#include <unistd.h>
#include <vector>

static void must(cudaError_t e, const char *what) {
    if (e == cudaSuccess) return;
    fprintf(stderr, "short: %s: %s\n", what, cudaGetErrorString(e));
    exit(1);
}
#define MUST(call) must(call, #call)

// ---- ways

enum : unsigned {
    KERNEL_HOLDS = 1 << 0, // and L2 is overwritten once, not twice
    ONE_PLACE = 1 << 1,
    RELOAD = 1 << 2, // inputs copied from elsewhere on the device
    POISON = 1 << 3, // the output overwritten
    UPLOAD = 1 << 4, // an input copied from the host
    STAMPS = 1 << 5, // kernels that write to the host, before and after
    SEE = 1 << 6,    // the output copied away after the second event
    FETCH = 1 << 7,  // and then to the host
    RANDOM = 1 << 8, // inputs: else zeros
};

static const struct Way {
    const char *name;
    unsigned what;
} ways[] = {
    {"cub", KERNEL_HOLDS | ONE_PLACE},
    {"cub, eight places", KERNEL_HOLDS},
    {"held", 0},
    {"held, one place", ONE_PLACE},
    {"held, reload", RELOAD},
    {"held, poison", POISON},
    {"held, upload", UPLOAD},
    {"held, stamps", STAMPS},
    {"held, see", SEE},
    {"held, fetch", FETCH},
    {"held, random", RANDOM},
    {"as kata", RELOAD | POISON | UPLOAD | STAMPS | SEE | FETCH | RANDOM},
};
enum { WAYS = sizeof ways / sizeof *ways, SIZES = 4, EACH = 60, PLACES = 8 };
static const int sizes[SIZES] = {16 << 10, 128 << 10, 512 << 10, 3 << 20};
static const int most = 3 << 20;

// ---- the device's side

__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

__global__ void hold(volatile int *open) {
    while (!*open)
        ;
}

__global__ void stamp(long long *out) {
    if (threadIdx.x == 0) out[blockIdx.x] = clock64();
}

// ---- the host's

static std::atomic<int> open_gate{1};

static void wait_at_gate(void *) {
    while (!open_gate)
        sched_yield();
}

static void pass(void *) {}

struct Place {
    float *a, *b, *c;
};
static Place places[2][PLACES]; // of zeros, of random numbers
static float *sets[2][2], *seen, *upload, *fetched;
static char *l2;
static size_t l2_bytes;
static volatile int *gate;
static long long *stamps;
static cudaEvent_t before, after;

static float *buffer(const std::vector<float> &from) {
    float *p;
    MUST(cudaMalloc(&p, most * sizeof *p));
    MUST(cudaMemcpy(p, from.data(), most * sizeof *p, cudaMemcpyDefault));
    return p;
}

static void set_up() {
    int bytes = 0;
    void *pinned;
    std::vector<float> values(most, 0.0f);
    MUST(cudaDeviceGetAttribute(&bytes, cudaDevAttrL2CacheSize, 0));
    l2_bytes = bytes;
    MUST(cudaMalloc(&l2, 2 * l2_bytes));
    for (int random = 0; random < 2; random++) {
        for (Place &p : places[random])
            p = {buffer(values), buffer(values), buffer(values)};
        for (float *&s : sets[random])
            s = buffer(values);
        for (float &v : values)
            v = (float)rand() / RAND_MAX - 0.5f;
    }
    seen = buffer(values);
    MUST(cudaMallocHost(&pinned, sizeof(int)));
    gate = (volatile int *)pinned;
    MUST(cudaMallocHost(&stamps, 1024 * sizeof *stamps));
    MUST(cudaMallocHost(&upload, most * sizeof *upload));
    MUST(cudaMallocHost(&fetched, most * sizeof *fetched));
    MUST(cudaEventCreate(&before));
    MUST(cudaEventCreate(&after));
    // What is loaded at its first launch cannot be while the stream is held.
    *gate = 1;
    add<<<1, 1>>>(seen, seen, seen, 0);
    hold<<<1, 1>>>((volatile int *)gate);
    stamp<<<1, 1>>>(stamps);
    MUST(cudaDeviceSynchronize());
}

static float once(unsigned what, int n, int round, int gap_us) {
    bool random = what & RANDOM, kernel_holds = what & KERNEL_HOLDS;
    const Place &p = places[random][what & ONE_PLACE ? 0 : round % PLACES];
    size_t bytes = n * sizeof(float);
    float ms;
    if (gap_us) usleep(gap_us);
    if (what & UPLOAD) {
        size_t some = std::min(bytes, (size_t)4096);
        MUST(cudaMemcpy(sets[random][0], upload, some, cudaMemcpyDefault));
    }
    if (what & STAMPS) stamp<<<528, 32>>>(stamps);
    *gate = 0;
    open_gate = 0;
    if (!kernel_holds) MUST(cudaLaunchHostFunc(0, wait_at_gate, nullptr));
    if (what & RELOAD) {
        cudaMemcpyAsync(p.a, sets[random][0], bytes, cudaMemcpyDefault, 0);
        cudaMemcpyAsync(p.b, sets[random][1], bytes, cudaMemcpyDefault, 0);
    }
    if (what & POISON) cudaMemsetAsync(p.c, 0xFF, bytes);
    cudaMemsetAsync(l2, 0, kernel_holds ? l2_bytes : 2 * l2_bytes);
    if (kernel_holds)
        hold<<<1, 1>>>((volatile int *)gate);
    else
        MUST(cudaLaunchHostFunc(0, pass, nullptr));
    cudaEventRecord(before);
    add<<<(n + 255) / 256, 256>>>(p.a, p.b, p.c, n);
    cudaEventRecord(after);
    if (what & SEE) cudaMemcpyAsync(seen, p.c, bytes, cudaMemcpyDefault, 0);
    if (what & STAMPS) stamp<<<528, 32>>>(stamps);
    open_gate = 1;
    *gate = 1;
    MUST(cudaEventSynchronize(after));
    MUST(cudaDeviceSynchronize());
    if (what & FETCH) MUST(cudaMemcpy(fetched, p.c, bytes, cudaMemcpyDefault));
    MUST(cudaEventElapsedTime(&ms, before, after));
    return ms * 1e3f;
}

int main(int argc, char **argv) {
    int gap_us = argc > 1 ? atoi(argv[1]) : 0;
    static std::vector<float> us[WAYS][SIZES];
    set_up();
    for (int i = 0; i < 20 * WAYS; i++)
        once(ways[i % WAYS].what, most, i, 0);
    for (int round = 0; round < EACH; round++)
        for (int s = 0; s < SIZES; s++)
            for (int i = 0; i < WAYS; i++) {
                int w = (5 * i + 7 * round + s) % WAYS; // in another order
                us[w][s].push_back(once(ways[w].what, sizes[s], round, gap_us));
            }
    for (int w = 0; w < WAYS; w++)
        for (int s = 0; s < SIZES; s++) {
            std::vector<float> &v = us[w][s];
            double sum = 0;
            std::sort(v.begin(), v.end());
            for (int i = EACH / 4; i < EACH - EACH / 4; i++)
                sum += v[i];
            printf("%s\t%d\t%d\t%.3f\t%.3f\t%.3f\n", ways[w].name, gap_us,
                   sizes[s], v[EACH / 2], sum / (EACH - 2 * (EACH / 4)), v[0]);
        }
    return 0;
}
