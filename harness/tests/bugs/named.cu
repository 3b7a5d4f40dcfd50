// Named barriers and mbarriers in code whose warps have different jobs: what
// they order, and what they do not.
#include "bug.h"

#include <cuda/barrier>
#include <cuda/ptx>
#include <cuda_runtime.h>

namespace ptx = cuda::ptx;

static int *zeros(int n) {
    int *p;
    cudaMalloc(&p, n * sizeof *p);
    cudaMemset(p, 0, n * sizeof *p);
    return p;
}
__device__ void meet(int id, int threads) {
    asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); // BUG no-empty: barrier-divergence
}
__device__ void arrive(int id, int threads) {
    asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

// ---- two warps of four, in shared and in global memory

__global__ void pair_shared(int *out) {
    __shared__ int v[64];
    int t = threadIdx.x;
    if (t >= 64) return;
    v[t] = t;
    meet(1, 64);
    out[t] = v[63 - t]; // FINE pair-shared
}
__global__ void pair_global(int *v, int *out) {
    int t = threadIdx.x;
    if (t >= 64) return;
    v[t] = t;
    meet(1, 64);
    out[t] = v[63 - t]; // FINE pair-global
}
// Two of four warps meet, the others read without.
__global__ void other_pair_shared(int *out) {
    __shared__ int v[64];
    int t = threadIdx.x;
    if (t < 64) v[t] = t;                  // BUG other-pair-shared: shared-race
    if (t < 64) meet(1, 64);
    else meet(2, 64);
    if (t >= 64) out[t] = v[t - 64];       // BUG other-pair-shared: shared-race
    __syncthreads();
}
__global__ void other_pair_global(int *v, int *out) {
    int t = threadIdx.x;
    if (t < 64) v[t] = t;                  // BUG other-pair-global: global-race
    if (t < 64) meet(1, 64);
    if (t >= 64) out[t] = v[t - 64];       // BUG other-pair-global: global-race
    __syncthreads();
}

// ---- a producer and a consumer, two buffers: 1 + s full, 3 + s empty

template <bool waits_empty> __device__ void pipeline(int (*ring)[32], int *out) {
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, sum = 0;
    for (int i = 0; i < 8; i++) {
        int s = i % 2;
        if (warp == 0) {
            if (waits_empty && i >= 2) meet(3 + s, 64);
            ring[s][lane] = i * lane;
            __threadfence_block();
            arrive(1 + s, 64);
        } else if (warp == 1) {
            meet(1 + s, 64);
            sum += ring[s][31 - lane];
            if (waits_empty && i < 6) arrive(3 + s, 64);
        }
    }
    if (warp == 1) out[lane] = sum;
}
__global__ void ring_of_two(int *out) { // FINE ring
    __shared__ int ring[2][32];
    pipeline<true>(ring, out);
}
__global__ void ring_no_empty(int *out) {
    __shared__ int ring[2][32];
    pipeline<false>(ring, out);
}
__global__ void ring_global(int *ring, int *out) { // FINE ring-global
    pipeline<true>((int(*)[32])ring, out);
}

// ---- two groups of warps, each with a barrier of its own, again and again

__global__ void two_groups(int *out) { // FINE two-groups
    __shared__ int v[2][64];
    int group = threadIdx.x / 64, t = threadIdx.x % 64, sum = t;
    for (int i = 0; i < 5; i++) {
        v[group][t] = sum;
        meet(1 + group, 64);
        sum += v[group][(t + 33) % 64];
        meet(1 + group, 64);
    }
    out[threadIdx.x] = sum;
}
__global__ void two_groups_global(int *v, int *out) { // FINE two-groups-global
    int group = threadIdx.x / 64, t = threadIdx.x % 64, sum = t;
    for (int i = 0; i < 5; i++) {
        v[64 * group + t] = sum;
        meet(1 + group, 64);
        sum += v[64 * group + (t + 33) % 64];
        meet(1 + group, 64);
    }
    out[threadIdx.x] = sum;
}
__global__ void two_groups_once(int *out) {
    __shared__ int v[2][64];
    int group = threadIdx.x / 64, t = threadIdx.x % 64, sum = t;
    for (int i = 0; i < 5; i++) {
        v[group][t] = sum;             // BUG groups-once: shared-race
        meet(1 + group, 64);
        sum += v[group][(t + 33) % 64]; // BUG groups-once: shared-race
    }
    out[threadIdx.x] = sum;
}
__global__ void two_groups_once_global(int *v, int *out) {
    int group = threadIdx.x / 64, t = threadIdx.x % 64, sum = t;
    for (int i = 0; i < 5; i++) {
        v[64 * group + t] = sum;             // BUG groups-once-global: global-race
        meet(1 + group, 64);
        sum += v[64 * group + (t + 33) % 64]; // BUG groups-once-global: global-race
    }
    out[threadIdx.x] = sum;
}

// ---- the parity of an mbarrier

template <int flip> __device__ void rounds(int *out) {
    __shared__ alignas(8) uint64_t full, empty;
    __shared__ int box[32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, sum = 0;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&full, 32);
        ptx::mbarrier_init(&empty, 32);
    }
    __syncthreads();
    for (int i = 0; i < 4; i++) {
        if (warp == 0) {
            while (!ptx::mbarrier_try_wait_parity(&empty, (i & 1) ^ 1)) {} // BUG parity-fixed: deadlock BUG parity-swapped: deadlock
            box[lane] = i + lane; // BUG parity-swapped: shared-race
            ptx::mbarrier_arrive(&full);
        } else {
            while (!ptx::mbarrier_try_wait_parity(&full, (flip == 2 ? 0 : i & 1) ^ (flip & 1))) {} // BUG parity-fixed: deadlock
            sum += box[31 - lane]; // BUG parity-swapped: shared-race
            ptx::mbarrier_arrive(&empty);
        }
    }
    if (warp == 1) out[lane] = sum;
}
__global__ void right(int *out) { rounds<0>(out); } // FINE parity
__global__ void swapped(int *out) { rounds<1>(out); }
__global__ void fixed_parity(int *out) { rounds<2>(out); }

static void done() { cudaDeviceSynchronize(); }

int main(int argc, char **argv) {
    static const Bug bugs[] = {
        {"pair-shared", [] { pair_shared<<<1, 128>>>(zeros(128)); done(); }},
        {"pair-global", [] { pair_global<<<1, 128>>>(zeros(128), zeros(128)); done(); }},
        {"other-pair-shared", [] { other_pair_shared<<<1, 128>>>(zeros(128)); done(); }},
        {"other-pair-global", [] { other_pair_global<<<1, 128>>>(zeros(128), zeros(128)); done(); }},
        {"ring", [] { ring_of_two<<<1, 64>>>(zeros(32)); done(); }},
        {"ring-global", [] { ring_global<<<1, 64>>>(zeros(64), zeros(32)); done(); }},
        {"no-empty", [] { ring_no_empty<<<1, 64>>>(zeros(32)); done(); }},
        {"two-groups", [] { two_groups<<<1, 128>>>(zeros(128)); done(); }},
        {"two-groups-global", [] { two_groups_global<<<1, 128>>>(zeros(128), zeros(128)); done(); }},
        {"groups-once", [] { two_groups_once<<<1, 128>>>(zeros(128)); done(); }},
        {"groups-once-global", [] { two_groups_once_global<<<1, 128>>>(zeros(128), zeros(128)); done(); }},
        {"parity", [] { right<<<1, 64>>>(zeros(32)); done(); }},
        {"parity-swapped", [] { swapped<<<1, 64>>>(zeros(32)); done(); }},
        {"parity-fixed", [] { fixed_parity<<<1, 64>>>(zeros(32)); done(); }},
    };
    return bug_main(bugs, argc, argv);
}
