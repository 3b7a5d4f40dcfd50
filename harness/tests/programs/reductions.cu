// A sum, in the versions that every course goes through: each removes one cost
// of the one before it.
#include "../sim/ok.h"

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

enum { THREADS = 128 };

// 1: every second thread works, and warps are torn apart
__global__ void interleaved(const int *in, int *out, int n) {
    extern __shared__ int s[];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int step = 1; step < blockDim.x; step *= 2) {
        if (t % (2 * step) == 0) s[t] += s[t + step];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

// 2: the first threads work, with bank conflicts
__global__ void strided(const int *in, int *out, int n) {
    extern __shared__ int s[];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int step = 1; step < blockDim.x; step *= 2) {
        int at = 2 * step * t;
        if (at < blockDim.x) s[at] += s[at + step];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

// 3: neighbours add what lies far away
__global__ void sequential(const int *in, int *out, int n) {
    extern __shared__ int s[];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int step = blockDim.x / 2; step > 0; step /= 2) {
        if (t < step) s[t] += s[t + step];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

// 4: the first addition happens on the way in
__global__ void first_add(const int *in, int *out, int n) {
    extern __shared__ int s[];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
    s[t] = (i < n ? in[i] : 0) + (i + blockDim.x < n ? in[i + blockDim.x] : 0);
    __syncthreads();
    for (int step = blockDim.x / 2; step > 0; step /= 2) {
        if (t < step) s[t] += s[t + step];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}

// The last warp without __syncthreads. Since Volta the lanes of a warp are not
// in step by themselves: read, meet, write, meet.
__device__ void last_warp(volatile int *s, int t) {
    int v = s[t];
    v += s[t + 32], __syncwarp(), s[t] = v, __syncwarp();
    v += s[t + 16], __syncwarp(), s[t] = v, __syncwarp();
    v += s[t + 8], __syncwarp(), s[t] = v, __syncwarp();
    v += s[t + 4], __syncwarp(), s[t] = v, __syncwarp();
    v += s[t + 2], __syncwarp(), s[t] = v, __syncwarp();
    v += s[t + 1], __syncwarp(), s[t] = v;
}

// 5: the last warp is unrolled
__global__ void unrolled_last(const int *in, int *out, int n) {
    extern __shared__ int s[];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
    s[t] = (i < n ? in[i] : 0) + (i + blockDim.x < n ? in[i + blockDim.x] : 0);
    __syncthreads();
    for (int step = blockDim.x / 2; step > 32; step /= 2) {
        if (t < step) s[t] += s[t + step];
        __syncthreads();
    }
    if (t < 32) last_warp(s, t);
    if (t == 0) out[blockIdx.x] = s[0];
}

// 6: all is unrolled
template <int SIZE> __device__ void unrolled(int *s, int t) {
    if (SIZE >= 512) {
        if (t < 256) s[t] += s[t + 256];
        __syncthreads();
    }
    if (SIZE >= 256) {
        if (t < 128) s[t] += s[t + 128];
        __syncthreads();
    }
    if (SIZE >= 128) {
        if (t < 64) s[t] += s[t + 64];
        __syncthreads();
    }
    if (t < 32) last_warp(s, t);
}

template <int SIZE>
__global__ void unrolled_all(const int *in, int *out, int n) {
    __shared__ int s[SIZE];
    int t = threadIdx.x, i = blockIdx.x * SIZE * 2 + t;
    s[t] = (i < n ? in[i] : 0) + (i + SIZE < n ? in[i + SIZE] : 0);
    __syncthreads();
    unrolled<SIZE>(s, t);
    if (t == 0) out[blockIdx.x] = s[0];
}

// 7: a fixed grid walks over all of it
template <int SIZE>
__global__ void grid_stride(const int *in, int *out, int n) {
    __shared__ int s[SIZE];
    int t = threadIdx.x, sum = 0;
    for (int i = blockIdx.x * SIZE * 2 + t; i < n; i += SIZE * 2 * gridDim.x)
        sum += in[i] + (i + SIZE < n ? in[i + SIZE] : 0);
    s[t] = sum;
    __syncthreads();
    unrolled<SIZE>(s, t);
    if (t == 0) out[blockIdx.x] = s[0];
}

// 8: shuffles, then one atomic a block
__global__ void shuffles(const int *in, int *out, int n) {
    __shared__ int part[32];
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += blockDim.x * gridDim.x)
        sum += in[i];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, d);
        if (threadIdx.x == 0) atomicAdd(out, sum);
    }
}

// 9: the same with cooperative groups, and vector loads
__global__ void groups(const int4 *in, int *out, int n4) {
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    int sum = 0;
    for (int i = cg::this_grid().thread_rank(); i < n4;
         i += cg::this_grid().size()) {
        int4 v = in[i];
        sum += v.x + v.y + v.z + v.w;
    }
    for (int d = warp.size() / 2; d > 0; d /= 2)
        sum += warp.shfl_down(sum, d);
    if (warp.thread_rank() == 0) atomicAdd(out, sum);
}

// 10: the last block to finish adds up what the others left
__device__ unsigned int done_blocks;
__global__ void last_block(const int *in, volatile int *parts, int *out, int n) {
    __shared__ int s[THREADS];
    __shared__ bool last;
    int t = threadIdx.x, sum = 0;
    for (int i = blockIdx.x * THREADS + t; i < n; i += THREADS * gridDim.x)
        sum += in[i];
    s[t] = sum;
    __syncthreads();
    unrolled<THREADS>(s, t);
    if (t == 0) {
        parts[blockIdx.x] = s[0];
        __threadfence();
        last = atomicInc(&done_blocks, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;
    sum = 0;
    for (int i = t; i < gridDim.x; i += THREADS)
        sum += parts[i];
    s[t] = sum;
    __syncthreads();
    unrolled<THREADS>(s, t);
    if (t == 0) *out = s[0];
}

// ---- the host

typedef void (*Kernel)(const int *, int *, int);

static int reduce(Kernel k, const int *in, int n, int per_block) {
    int blocks = (n + per_block - 1) / per_block;
    Dev<int> a(blocks), b(blocks);
    k<<<blocks, THREADS, THREADS * sizeof(int)>>>(in, a, n);
    const int *from = a;
    int *to = b;
    while (blocks > 1) { // again, until one is left
        n = blocks;
        blocks = (n + per_block - 1) / per_block;
        k<<<blocks, THREADS, THREADS * sizeof(int)>>>(from, to, n);
        std::swap(*(int **)&from, to);
    }
    int sum;
    OK(cudaMemcpy(&sum, from, sizeof sum, cudaMemcpyDeviceToHost));
    return sum;
}

int main() {
    for (int n : {1, 127, 4096, 100003}) {
        std::vector<int> h(n);
        int want = 0;
        for (auto &v : h)
            want += v = (int)(lcg() % 100);
        Dev<int> in(h);
        CHECK(reduce(interleaved, in, n, THREADS) == want);
        CHECK(reduce(strided, in, n, THREADS) == want);
        CHECK(reduce(sequential, in, n, THREADS) == want);
        CHECK(reduce(first_add, in, n, 2 * THREADS) == want);
        CHECK(reduce(unrolled_last, in, n, 2 * THREADS) == want);
        CHECK(reduce(unrolled_all<THREADS>, in, n, 2 * THREADS) == want);
        CHECK(reduce(grid_stride<THREADS>, in, n, 16 * THREADS) == want);

        Dev<int> out(1), parts(64);
        out.zero();
        shuffles<<<20, 256>>>(in, out, n);
        CHECK(out.get()[0] == want);
        last_block<<<40, THREADS>>>(in, parts, out, n);
        CHECK(out.get()[0] == want);
        if (n % 4) continue;
        out.zero();
        groups<<<8, 256>>>((const int4 *)in.p, out, n / 4);
        CHECK(out.get()[0] == want);
    }
    return finish();
}
