// Managed memory: where its pages are, what moves them, what is said of them.
#include "ok.h"

// Of the simulated device; absent on a GPU.
extern "C" __attribute__((weak)) void sim_host_used(const void *p, size_t n, bool writes);
extern "C" __attribute__((weak)) uint64_t sim_migrated(void);

static const size_t PAGE = 64 << 10, N = 16 * PAGE / sizeof(float);
static const cudaMemLocation gpu = {cudaMemLocationTypeDevice, 0};
static const cudaMemLocation host = {cudaMemLocationTypeHost, 0};

__global__ void scale(float *p, size_t n) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n) p[i] *= 2;
}

__global__ void sum(const float *p, size_t n, float *out) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(out, p[i]);
}

static float *p, *total;

static void host_uses(bool writes) {
    if (sim_host_used) sim_host_used(p, N * sizeof *p, writes);
    for (size_t i = 0; i < N; i++)
        if (writes) p[i] = 1;
}

// Pages that have migrated since the last time; -1 where nobody counts.
static long long moved() {
    static uint64_t before;
    if (!sim_migrated) return -1;
    uint64_t now = sim_migrated(), n = now - before;
    before = now;
    return (long long)n;
}

static void run_scale(size_t n) {
    scale<<<(unsigned)((n + 255) / 256), 256>>>(p, n);
    OK(cudaDeviceSynchronize());
}

static void run_sum() {
    OK(cudaMemset(total, 0, sizeof *total));
    sum<<<(unsigned)((N + 255) / 256), 256>>>(p, N, total);
    OK(cudaDeviceSynchronize());
}

static bool moves(long long n) {
    long long now = moved();
    return now == n || now == -1;
}

static void on_demand() {
    host_uses(true);
    CHECK(moves(0)); // nobody had them
    run_scale(N);
    CHECK(moves(16));
    run_scale(N);
    CHECK(moves(0));
    host_uses(false);
    CHECK(moves(16));
    run_scale(N / 4);
    CHECK(moves(4)); // those that it uses
    CHECK(p[0] == 8 && p[N - 1] == 4);
}

static void prefetched() {
    host_uses(true);
    moved();
    OK(cudaMemPrefetchAsync(p, N * sizeof *p, gpu, 0, 0));
    run_scale(N);
    CHECK(moves(0));
    OK(cudaMemPrefetchAsync(p, N * sizeof *p, host, 0, 0));
    OK(cudaDeviceSynchronize());
    host_uses(false);
    CHECK(moves(0));
    CHECK(p[5] == 2);
    OK(cudaMemPrefetchAsync(p, N * sizeof *p / 2, gpu, 0, 0));
    run_scale(N);
    CHECK(moves(8));
}

static void read_mostly() {
    size_t bytes = N * sizeof *p;
    host_uses(true);
    OK(cudaMemAdvise(p, bytes, cudaMemAdviseSetReadMostly, gpu));
    moved();
    run_sum();
    CHECK(moves(16));
    host_uses(false);
    run_sum();
    CHECK(moves(0)); // both have it
    host_uses(true);
    CHECK(moves(0)); // the copy of the device is void
    run_sum();
    CHECK(moves(16));
    OK(cudaMemAdvise(p, bytes, cudaMemAdviseUnsetReadMostly, gpu));
    run_scale(N);
    host_uses(false);
    moved();
    run_sum();
    CHECK(moves(16));
}

// Used where it lies.
static void mapped() {
    size_t bytes = N * sizeof *p;
    OK(cudaMemAdvise(p, bytes, cudaMemAdviseSetPreferredLocation, host));
    OK(cudaMemAdvise(p, bytes, cudaMemAdviseSetAccessedBy, gpu));
    OK(cudaMemPrefetchAsync(p, bytes, host, 0, 0));
    OK(cudaDeviceSynchronize());
    moved();
    run_sum();
    host_uses(false);
    CHECK(moves(0));
    OK(cudaMemAdvise(p, bytes, cudaMemAdviseUnsetPreferredLocation, host));
    OK(cudaMemAdvise(p, bytes, cudaMemAdviseUnsetAccessedBy, gpu));
}

static int said(cudaMemRangeAttribute what, size_t bytes) {
    int v = -9;
    OK(cudaMemRangeGetAttribute(&v, sizeof v, what, p, bytes));
    return v;
}

static void asked() {
    size_t bytes = N * sizeof *p;
    OK(cudaMemPrefetchAsync(p, bytes, gpu, 0, 0));
    CHECK(said(cudaMemRangeAttributeLastPrefetchLocation, bytes) == 0);
    OK(cudaMemPrefetchAsync(p, PAGE, host, 0, 0));
    CHECK(said(cudaMemRangeAttributeLastPrefetchLocation, bytes) == cudaInvalidDeviceId);
    CHECK(said(cudaMemRangeAttributeLastPrefetchLocation, PAGE) == cudaCpuDeviceId);
    CHECK(said(cudaMemRangeAttributeReadMostly, bytes) == 0);
    OK(cudaMemAdvise(p, bytes, cudaMemAdviseSetReadMostly, gpu));
    CHECK(said(cudaMemRangeAttributeReadMostly, bytes) == 1);
    OK(cudaMemAdvise(p, bytes, cudaMemAdviseUnsetReadMostly, gpu));
    OK(cudaMemAdvise(p, bytes, cudaMemAdviseSetPreferredLocation, gpu));
    CHECK(said(cudaMemRangeAttributePreferredLocation, bytes) == 0);
    OK(cudaMemAdvise(p, bytes, cudaMemAdviseUnsetPreferredLocation, gpu));
    OK(cudaMemAdvise(p, bytes, cudaMemAdviseSetAccessedBy, gpu));
    int by[3];
    OK(cudaMemRangeGetAttribute(by, sizeof by, cudaMemRangeAttributeAccessedBy, p, bytes));
    CHECK(by[0] == 0 && by[1] == cudaInvalidDeviceId);
    float *plain;
    OK(cudaMalloc(&plain, 4096));
    CHECK(cudaMemPrefetchAsync(plain, 4096, gpu, 0, 0) == cudaErrorInvalidValue);
    CHECK(cudaMemAdvise(plain, 4096, cudaMemAdviseSetReadMostly, gpu) ==
          cudaErrorInvalidValue);
    cudaMemLocation none = {cudaMemLocationTypeDevice, 99};
    CHECK(cudaMemPrefetchAsync(p, bytes, none, 0, 0) != cudaSuccess);
    CHECK(cudaMemPrefetchAsync(p, bytes + 1, gpu, 0, 0) != cudaSuccess);
    cudaGetLastError();
    OK(cudaFree(plain));
}

// A GPU gives out pages of zeros, also where others were before.
static void begins_as_zeros() {
    for (int round = 0; round < 2; round++) {
        int *q, sum = 0;
        OK(cudaMallocManaged(&q, 1000 * sizeof *q));
        for (int i = 0; i < 1000; i++) sum |= q[i];
        CHECK(sum == 0);
        memset(q, 7, 1000 * sizeof *q);
        OK(cudaFree(q));
    }
}

int main() {
    begins_as_zeros();
    OK(cudaMallocManaged(&p, N * sizeof *p));
    OK(cudaMalloc(&total, sizeof *total));
    on_demand();
    prefetched();
    read_mostly();
    mapped();
    asked();
    return finish();
}
