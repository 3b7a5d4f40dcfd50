// Asynchronous copies, barrier objects and clusters, with what is forgotten.
#include "bug.h"

#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

static float *floats(int n) {
    float *x;
    cudaMalloc(&x, n * sizeof *x);
    cudaMemset(x, 0, n * sizeof *x);
    return x;
}

static void sync_and_free(float *x, float *y) {
    cudaDeviceSynchronize();
    cudaFree(x);
    cudaFree(y);
}

// ---- the wait is missing

__global__ void no_wait_kernel(const float *x, float *y) {
    __shared__ float tile[256];
    int t = threadIdx.x;
    tile[t] = 0;
    __syncthreads();
    __pipeline_memcpy_async(&tile[t], &x[t], sizeof(float));
    __pipeline_commit();
    __syncthreads();
    y[t] = tile[255 - t]; // BUG no-wait: async-copy
    __pipeline_wait_prior(0);
}
static void no_wait() {
    float *x = floats(256), *y = floats(256);
    no_wait_kernel<<<1, 256>>>(x, y);
    sync_and_free(x, y);
}

// Two stages, but it waits for the older group one round too late. FINE stages
template <int AHEAD>
__device__ void stages(const float *x, float *y, int n, float (*s)[128]) {
    int t = threadIdx.x;
    for (int k = 0; k < 3; k++)
        s[k][t] = 0;
    __syncthreads();
    for (int k = 0; k < 2; k++) {
        __pipeline_memcpy_async(&s[k][t], &x[k * 128 + t], 4);
        __pipeline_commit();
    }
    float sum = 0;
    for (int k = 0; k < n; k++) {
        __pipeline_wait_prior(AHEAD);
        __syncthreads();
        sum += s[k % 3][127 - t]; // BUG one-group-too-many: async-copy
        if (k + 2 < n)
            __pipeline_memcpy_async(&s[(k + 2) % 3][t], &x[(k + 2) * 128 + t],
                                    4);
        __pipeline_commit();
    }
    y[t] = sum;
}
__global__ void good_stages(const float *x, float *y, int n) {
    __shared__ float s[3][128];
    stages<1>(x, y, n, s);
}
__global__ void bad_stages(const float *x, float *y, int n) {
    __shared__ float s[3][128];
    stages<2>(x, y, n, s);
}
static void good() {
    float *x = floats(1024), *y = floats(128);
    good_stages<<<1, 128>>>(x, y, 8);
    sync_and_free(x, y);
}
static void one_group_too_many() {
    float *x = floats(1024), *y = floats(128);
    bad_stages<<<1, 128>>>(x, y, 8);
    sync_and_free(x, y);
}

// Each thread waits for its own copy, and then reads its neighbour's.
__global__ void no_barrier_kernel(const float *x, float *y) {
    __shared__ float tile[256];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&tile[t], &x[t], sizeof(float)); // BUG no-barrier-after-wait: shared-race
    __pipeline_commit();
    __pipeline_wait_prior(0);
    y[t] = tile[255 - t]; // BUG no-barrier-after-wait: shared-race
}
static void no_barrier_after_wait() {
    float *x = floats(256), *y = floats(256);
    no_barrier_kernel<<<1, 256>>>(x, y);
    sync_and_free(x, y);
}

// ---- barrier objects

using Barrier = cuda::barrier<cuda::thread_scope_block>;
#pragma nv_diag_suppress static_var_with_dynamic_init

__global__ void early_exit_kernel(float *y, int n) {
    __shared__ Barrier b;
    if (threadIdx.x == 0) init(&b, blockDim.x);
    __syncthreads();
    if ((int)threadIdx.x >= n) return;
    y[threadIdx.x] = 1;
    b.arrive_and_wait(); // BUG leaves-before-arriving: deadlock
}
static void leaves_before_arriving() {
    float *y = floats(256);
    early_exit_kernel<<<1, 256>>>(y, 200);
    cudaDeviceSynchronize();
    cudaFree(y);
}

__global__ void no_init_kernel(float *y) {
    __shared__ alignas(8) unsigned long long words[1];
    unsigned at = (unsigned)__cvta_generic_to_shared(words);
    unsigned long long token;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(token) : "r"(at)); // BUG no-init: mbarrier
    y[threadIdx.x] = (float)token;
}
static void no_init() {
    float *y = floats(32);
    no_init_kernel<<<1, 32>>>(y);
    cudaDeviceSynchronize();
    cudaFree(y);
}

// FINE init-by-one
template <bool by_all> __global__ void init_kernel(float *y) {
    __shared__ Barrier b;
    if (by_all || threadIdx.x == 0)
        init(&b, blockDim.x); // BUG init-by-all: mbarrier
    __syncthreads();
    b.arrive_and_wait();
    y[threadIdx.x] = 1;
}
template <bool by_all> static void run_init() {
    float *y = floats(256);
    init_kernel<by_all><<<1, 256>>>(y);
    cudaDeviceSynchronize();
    cudaFree(y);
}

// The barrier is set up anew in each round, and the last one is not over.
// FINE init-once
template <bool each_round> __global__ void rounds_kernel(float *y, int rounds) {
    __shared__ alignas(8) unsigned long long words[1];
    unsigned at = (unsigned)__cvta_generic_to_shared(words), done = 0;
    for (int r = 0; r < rounds; r++) {
        if (threadIdx.x == 0 && (each_round || r == 0))
            asm volatile("mbarrier.init.shared.b64 [%0], 128;" ::"r"(at)); // BUG init-each-round: mbarrier
        __syncthreads();
        unsigned parity = each_round ? 0 : r & 1;
        if (threadIdx.x < 64 || !each_round)
            asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(at));
        while (!each_round && !done)
            asm volatile("{ .reg .pred p;\n"
                         "mbarrier.test_wait.parity.shared.b64 p, [%1], %2;\n"
                         "selp.u32 %0, 1, 0, p; }"
                         : "=r"(done)
                         : "r"(at), "r"(parity)
                         : "memory");
        done = 0;
        __syncthreads();
    }
    y[threadIdx.x] = 1;
}
template <bool each_round> static void run_rounds() {
    float *y = floats(128);
    rounds_kernel<each_round><<<1, 128>>>(y, 3);
    cudaDeviceSynchronize();
    cudaFree(y);
}

// Made for 47 arrivals; threads arrive three times each.
__global__ void too_many_kernel(float *y) {
    __shared__ alignas(8) unsigned long long words[1];
    unsigned at = (unsigned)__cvta_generic_to_shared(words);
    if (threadIdx.x == 0)
        asm volatile("mbarrier.init.shared.b64 [%0], 47;" ::"r"(at));
    __syncthreads();
    asm volatile("mbarrier.arrive.shared.b64 _, [%0], 3;" ::"r"(at)); // BUG too-many: mbarrier
    y[threadIdx.x] = 1;
}
static void too_many() {
    float *y = floats(64);
    too_many_kernel<<<1, 31>>>(y);
    cudaDeviceSynchronize();
    cudaFree(y);
}

// ---- clusters

__global__ void __cluster_dims__(2, 1, 1) gone_kernel(float *y) {
    __shared__ float s[32];
    auto c = cg::this_cluster();
    s[threadIdx.x] = (float)threadIdx.x;
    c.sync();
    if (c.block_rank() == 1) return;
    float *other = c.map_shared_rank(s, 1);
    y[threadIdx.x] = other[31 - threadIdx.x]; // BUG block-has-ended: exited-block
}
static void block_has_ended() {
    float *y = floats(32);
    gone_kernel<<<2, 32>>>(y);
    cudaDeviceSynchronize();
    cudaFree(y);
}

__global__ void __cluster_dims__(2, 1, 1) half_kernel(float *y) {
    auto c = cg::this_cluster();
    y[blockIdx.x * 64 + threadIdx.x] = 1;
    if (threadIdx.x < 32) c.sync(); // BUG half-a-cluster: barrier-divergence
    y[blockIdx.x * 64 + threadIdx.x] = 2;
    __syncthreads();
    __syncthreads();
    if (threadIdx.x >= 32) c.sync(); // BUG half-a-cluster: barrier-divergence
}
static void half_a_cluster() {
    float *y = floats(128);
    half_kernel<<<2, 64>>>(y);
    cudaDeviceSynchronize();
    cudaFree(y);
}

int main(int argc, char **argv) {
    static const Bug bugs[] = {
        {"no-wait", no_wait},
        {"stages", good},
        {"one-group-too-many", one_group_too_many},
        {"no-barrier-after-wait", no_barrier_after_wait},
        {"leaves-before-arriving", leaves_before_arriving},
        {"no-init", no_init},
        {"init-by-all", run_init<true>},
        {"init-by-one", run_init<false>},
        {"init-each-round", run_rounds<true>},
        {"init-once", run_rounds<false>},
        {"too-many", too_many},
        {"block-has-ended", block_has_ended},
        {"half-a-cluster", half_a_cluster},
    };
    return bug_main(bugs, argc, argv);
}
