// Prints what must not depend on how many workers run the blocks: the order of
// lines, sums of floats bit by bit, places that atomics give out. Run with
// several (regress/sim_workers.sh); each run checks itself, too.
#include "ok.h"

#include <vector>

const int BLOCKS = 600, THREADS = 96, N = BLOCKS * THREADS;

// Something to do, so that it is worth calling other workers.
__device__ unsigned churn(unsigned v, int times) {
    for (int i = 0; i < times; i++)
        v = v * 1664525u + 1013904223u;
    return v;
}

__global__ void lines(int every) {
    unsigned v = churn(blockIdx.x, 300);
    if (blockIdx.x % every == 0 && threadIdx.x == 0)
        printf("block %d: %08x\n", blockIdx.x, v);
}

__global__ void sum(float *total) {
    float x = churn(blockIdx.x * blockDim.x + threadIdx.x, 100) * 1e-9f;
    for (int d = 16; d; d /= 2)
        x += __shfl_down_sync(~0u, x, d);
    if (threadIdx.x % 32 == 0) atomicAdd(total, x);
}

__global__ void places(int *n, int *at) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (churn(i, 50) % 3 == 0) at[atomicAdd(n, 1)] = i;
}

__device__ unsigned ended;
__global__ void last(const int *v, int *partial, int *total) {
    __shared__ bool is_last;
    __shared__ int s[THREADS];
    s[threadIdx.x] = v[blockIdx.x * THREADS + threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
        int t = 0;
        for (int i = 0; i < THREADS; i++)
            t += s[i];
        partial[blockIdx.x] = t;
        __threadfence();
        is_last = atomicAdd(&ended, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!is_last || threadIdx.x) return;
    int t = 0;
    for (int i = 0; i < gridDim.x; i++)
        t += ((volatile int *)partial)[i];
    *total = t;
}

__global__ void count(unsigned *bins) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&bins[churn(i, 20) >> 26], 1u);
    atomicMax(&bins[64], (unsigned)i);
}

int main() {
    float *total;
    int *n, *at, *v, *partial, *t;
    unsigned *bins;
    cudaMallocManaged(&total, 4);
    cudaMallocManaged(&n, 4);
    cudaMallocManaged(&at, N * 4);
    cudaMallocManaged(&v, N * 4);
    cudaMallocManaged(&partial, BLOCKS * 4);
    cudaMallocManaged(&t, 4);
    cudaMallocManaged(&bins, 65 * 4);
    *total = *n = *t = 0;
    for (int i = 0; i < N; i++)
        v[i] = i % 7;
    for (int i = 0; i < 65; i++)
        bins[i] = 0;

    lines<<<BLOCKS, THREADS>>>(50);
    sum<<<BLOCKS, THREADS>>>(total);
    places<<<BLOCKS, THREADS>>>(n, at);
    last<<<BLOCKS, THREADS>>>(v, partial, t);
    count<<<BLOCKS, THREADS>>>(bins);
    if (cudaDeviceSynchronize()) return 1;

    unsigned h = 0, all = 0;
    for (int i = 0; i < *n; i++)
        h = h * 31 + at[i];
    for (int i = 0; i < 64; i++)
        all += bins[i];
    printf("sum %a, %d places %08x, %d\n", *total, *n, h, *t);
    int want = 0;
    for (int i = 0; i < N; i++)
        want += i % 7;
    bool good = *t == want && all == N && bins[64] == N - 1;
    puts(good ? "ok" : "wrong");
    return !good;
}
