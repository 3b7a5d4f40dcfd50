// Prefix sums: Hillis and Steele, Blelloch, a tree over blocks, and the one that
// reads everything once, with decoupled look-back.
#include "../sim/ok.h"

#include <cuda/atomic>

// Inclusive, n log n additions, two buffers.
__global__ void hillis_steele(int *v, int n) {
    extern __shared__ int s[];
    int t = threadIdx.x, from = 0;
    s[t] = t < n ? v[t] : 0;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        int to = from ^ 1;
        s[to * blockDim.x + t] =
            s[from * blockDim.x + t] + (t >= d ? s[from * blockDim.x + t - d] : 0);
        from = to;
        __syncthreads();
    }
    if (t < n) v[t] = s[from * blockDim.x + t];
}

// Exclusive, 2n additions: up the tree, then down; padded against conflicts.
#define PAD(i) ((i) + ((i) >> 5))
__global__ void blelloch(const int *in, int *out, int *sums, int n) {
    extern __shared__ int s[];
    int t = threadIdx.x, width = 2 * blockDim.x, base = blockIdx.x * width;
    int a = base + t, b = base + t + blockDim.x;
    s[PAD(t)] = a < n ? in[a] : 0;
    s[PAD(t + blockDim.x)] = b < n ? in[b] : 0;
    int step = 1;
    for (int d = width >> 1; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) {
            int l = step * (2 * t + 1) - 1, r = step * (2 * t + 2) - 1;
            s[PAD(r)] += s[PAD(l)];
        }
        step *= 2;
    }
    if (t == 0) {
        sums[blockIdx.x] = s[PAD(width - 1)];
        s[PAD(width - 1)] = 0;
    }
    for (int d = 1; d < width; d *= 2) {
        step >>= 1;
        __syncthreads();
        if (t < d) {
            int l = step * (2 * t + 1) - 1, r = step * (2 * t + 2) - 1;
            int v = s[PAD(l)];
            s[PAD(l)] = s[PAD(r)];
            s[PAD(r)] += v;
        }
    }
    __syncthreads();
    if (a < n) out[a] = s[PAD(t)];
    if (b < n) out[b] = s[PAD(t + blockDim.x)];
}

__global__ void add_sums(int *out, const int *sums, int n, int width) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] += sums[i / width];
}

static void scan_blocks(const int *in, int *out, int n) {
    const int threads = 128, width = 2 * threads;
    int blocks = (n + width - 1) / width;
    Dev<int> sums(blocks), offsets(blocks);
    blelloch<<<blocks, threads, PAD(width) * sizeof(int)>>>(in, out, sums, n);
    if (blocks == 1) return;
    scan_blocks(sums, offsets, blocks);
    add_sums<<<(n + 255) / 256, 256>>>(out, offsets, n, width);
    OK(cudaDeviceSynchronize());
}

// ---- look-back
//
// A tile's state: a flag and a value in one word, so that one store publishes
// both. 1: the tile's own sum, 2: the sum of all up to it.
enum { NONE, OWN, ALL };
typedef unsigned long long State;
__device__ State pack(int flag, int value) {
    return (State)flag << 32 | (unsigned)value;
}

__device__ int warp_scan(int v) {
    int lane = threadIdx.x % 32;
    for (int d = 1; d < 32; d *= 2) {
        int o = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d) v += o;
    }
    return v;
}

// What all tiles before this one sum up to: one warp looks at 32 of them.
__device__ int look_back(State *states, int tile) {
    int lane = threadIdx.x % 32, before = 0;
    for (int at = tile - 1;; at -= 32) {
        State s = pack(ALL, 0);
        if (at - lane >= 0) {
            cuda::atomic_ref<State, cuda::thread_scope_device> r(
                states[at - lane]);
            do
                s = r.load(cuda::memory_order_acquire);
            while ((int)(s >> 32) == NONE);
        }
        unsigned all = __ballot_sync(0xffffffff, (int)(s >> 32) == ALL);
        int first = __ffs(all) - 1, v = (int)s;
        if (all && lane > first) v = 0;
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_xor_sync(0xffffffff, v, d);
        before += v;
        if (all) return before;
    }
}

__global__ void one_pass(const int *in, int *out, int n, State *states,
                         int *next_tile) {
    __shared__ int tile, parts[32], before;
    int t = threadIdx.x;
    // Tiles in the order in which blocks start: whoever waits, waits for one
    // that runs.
    if (t == 0) tile = atomicAdd(next_tile, 1);
    __syncthreads();
    int i = tile * blockDim.x + t, own = i < n ? in[i] : 0;
    int v = warp_scan(own);
    if (t % 32 == 31) parts[t / 32] = v;
    __syncthreads();
    if (t < 32) {
        int p = t < blockDim.x / 32 ? parts[t] : 0;
        p = warp_scan(p);
        int sum = __shfl_sync(0xffffffff, p, blockDim.x / 32 - 1);
        if (t < blockDim.x / 32) parts[t] = p;
        cuda::atomic_ref<State, cuda::thread_scope_device> mine(states[tile]);
        if (t == 0 && tile > 0)
            mine.store(pack(OWN, sum), cuda::memory_order_release);
        int b = tile > 0 ? look_back(states, tile) : 0;
        if (t == 0) {
            mine.store(pack(ALL, b + sum), cuda::memory_order_release);
            before = b;
        }
    }
    __syncthreads();
    if (i < n) out[i] = before + v + (t >= 32 ? parts[t / 32 - 1] : 0);
}

// The same look-back in the older dress: a volatile flag and a fence.
__global__ void one_pass_fenced(const int *in, volatile int *sums,
                                volatile int *flags, int *out, int n) {
    __shared__ int s[256];
    __shared__ int before;
    int t = threadIdx.x, b = blockIdx.x, i = b * 256 + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        int v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    if (t == 0) {
        int p = 0;
        if (b > 0) {
            while (flags[b - 1] == 0)
                ;
            __threadfence();
            p = sums[b - 1];
        }
        sums[b] = p + s[255];
        __threadfence();
        flags[b] = 1;
        before = p;
    }
    __syncthreads();
    if (i < n) out[i] = before + s[t];
}

int main() {
    for (int n : {1, 255, 1000, 70001}) {
        std::vector<int> h(n), want(n);
        int sum = 0;
        for (int i = 0; i < n; i++)
            want[i] = sum += h[i] = (int)(lcg() % 50);
        Dev<int> in(h), out(n);
        if (n <= 1024) {
            Dev<int> v(h);
            hillis_steele<<<1, 1024, 2048 * sizeof(int)>>>(v, n);
            CHECK(v.get() == want);
        }
        scan_blocks(in, out, n);
        auto got = out.get();
        int wrong = 0;
        for (int i = 0; i < n; i++)
            wrong += got[i] != want[i] - h[i];
        CHECK(wrong == 0);

        int tiles = (n + 255) / 256;
        Dev<State> states(tiles);
        Dev<int> next(1), sums(tiles), flags(tiles);
        states.zero(), next.zero(), flags.zero(), out.zero();
        one_pass<<<tiles, 256>>>(in, out, n, states, next);
        CHECK(out.get() == want);
        out.zero();
        one_pass_fenced<<<tiles, 256>>>(in, sums, flags, out, n);
        CHECK(out.get() == want);
    }
    return finish();
}
