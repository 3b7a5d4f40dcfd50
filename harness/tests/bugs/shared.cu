// Races in shared memory, and reads of what nobody put there.
#include "bug.h"

#include <cuda_runtime.h>

enum { N = 256 };

// Runs a kernel that takes an input and an output of N ints.
template <class K> static void run(K kernel, int blocks = 1, int threads = N) {
    int host[N], *p;
    for (int i = 0; i < N; i++)
        host[i] = i * 7 % 31;
    cudaMalloc(&p, 2 * sizeof host);
    cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(p + N, 0, sizeof host);
    kernel<<<blocks, threads>>>(p, p + N);
    cudaDeviceSynchronize();
    cudaFree(p);
}

// ---- read after write

__global__ void reverse(const int *in, int *out) {
    __shared__ int tile[N];
    int t = threadIdx.x;
    tile[t] = in[t];
    out[t] = tile[N - 1 - t]; // BUG reverse: shared-race
}

__global__ void sum(const int *in, int *out) {
    __shared__ int part[N];
    int t = threadIdx.x;
    part[t] = in[t];
    for (int step = N / 2; step > 0; step /= 2) {
        __syncthreads();
        if (t < step) part[t] += part[t + step];
    }
    if (t == 1) out[0] = part[0]; // BUG sum-last: shared-race
}

// One warp clears, all lanes the same value; the others do not wait for it.
__global__ void cleared_by_one_warp(const int *in, int *out) {
    __shared__ int total;
    if (threadIdx.x < 32) total = 0;
    else atomicAdd(&total, in[threadIdx.x]); // BUG cleared-by-warp: shared-race
    __syncthreads();
    if (threadIdx.x == 0) out[0] = total;
}

// Every warp writes it, so each reads its own; and all lanes of a warp.
__global__ void written_by_all(const int *in, int *out) {
    __shared__ int all, first, waited;
    all = 7;
    out[threadIdx.x] = all;
    if (threadIdx.x < 32) {
        first = 5;
        out[threadIdx.x] += first + in[threadIdx.x];
        waited = 0;
    }
    __syncthreads();
    atomicAdd(&waited, 1);
}

__global__ void matmul(const int *in, int *out) {
    __shared__ int a[16][16], b[16][16];
    int x = threadIdx.x % 16, y = threadIdx.x / 16, sum = 0;
    a[y][x] = in[y * 16 + x];
    b[y][x] = in[x * 16 + y];
    for (int k = 0; k < 16; k++)
        sum += a[y][k] * b[k][x]; // BUG matmul: shared-race
    out[y * 16 + x] = sum;
}

__global__ void histogram(const int *in, int *out) {
    __shared__ int bins[32];
    int t = threadIdx.x;
    if (t < 32) bins[t] = 0;
    __syncthreads();
    atomicAdd(&bins[in[t]], 1);
    if (t < 32) out[t] = bins[t]; // BUG histogram: shared-race
}

__global__ void histogram_clear(const int *in, int *out) {
    __shared__ int bins[32];
    int t = threadIdx.x;
    if (t < 32) bins[t] = 0;
    atomicAdd(&bins[in[t]], 1); // BUG histogram-clear: shared-race
    __syncthreads();
    if (t < 32) out[t] = bins[t];
}

__global__ void warp_sums(const int *in, int *out) {
    __shared__ int part[N / 32];
    int t = threadIdx.x, v = in[t];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(~0u, v, d);
    if (t % 32 == 0) part[t / 32] = v;
    if (t < 32) {
        v = t < N / 32 ? part[t] : 0; // BUG warp-sums: shared-race
        for (int d = 16; d > 0; d /= 2)
            v += __shfl_down_sync(~0u, v, d);
        if (t == 0) *out = v;
    }
}

__global__ void last_warp(const int *in, int *out) {
    __shared__ int part[N];
    int t = threadIdx.x;
    part[t] = in[t];
    __syncthreads();
    for (int step = N / 2; step >= 32; step /= 2) {
        if (t < step) part[t] += part[t + step];
        __syncthreads();
    }
    if (t < 16) part[t] += part[t + 16];
    if (t < 8) part[t] += part[t + 8]; // BUG last-warp: shared-race
    if (t == 0) *out = part[0] + part[1];
}

// The same as volatile: old, and well defined as long as warps keep step.
__global__ void last_warp_volatile(const int *in, int *out) {
    __shared__ volatile int part[N];
    int t = threadIdx.x;
    part[t] = in[t];
    __syncthreads();
    for (int step = N / 2; step >= 64; step /= 2) {
        if (t < step) part[t] = part[t] + part[t + step];
        __syncthreads();
    }
    if (t < 32) {
        part[t] = part[t] + part[t + 32];
        part[t] = part[t] + part[t + 16];
        part[t] = part[t] + part[t + 8];
    }
    if (t == 0) *out = part[0];
}

// ---- write after read

__global__ void shift(const int *in, int *out) {
    __shared__ int tile[N];
    int t = threadIdx.x;
    tile[t] = in[t];
    __syncthreads();
    if (t > 0) tile[t] = tile[t - 1]; // BUG shift: shared-race
    __syncthreads();
    out[t] = tile[t];
}

__global__ void scan(const int *in, int *out) {
    __shared__ int tile[N];
    int t = threadIdx.x;
    tile[t] = in[t];
    __syncthreads();
    for (int d = 1; d < N; d *= 2) {
        int v = t >= d ? tile[t - d] : 0;
        tile[t] += v; // BUG scan: shared-race
        __syncthreads();
    }
    out[t] = tile[t];
}

__global__ void tiles(const int *in, int *out) {
    __shared__ int tile[64];
    int t = threadIdx.x, sum = 0;
    for (int i = 0; i < N; i += 64) {
        if (t < 64) tile[t] = in[i + t]; // BUG tiles: shared-race
        __syncthreads();
        for (int k = 0; k < 64; k++)
            sum += tile[k] * t;
        // the barrier that should stand here is missing
    }
    out[t] = sum;
}

// ---- write after write

__global__ void one_flag(const int *in, int *out) {
    __shared__ int found;
    int t = threadIdx.x;
    if (t == 0) found = -1;
    __syncthreads();
    if (in[t] == 5) found = t; // BUG one-flag: shared-race
    __syncthreads();
    out[t] = found;
}

__global__ void overlap(const int *in, int *out) {
    __shared__ int tile[N + 1];
    int t = threadIdx.x;
    tile[t] = in[t];
    tile[t + 1] = in[t] + 1; // BUG overlap: shared-race
    __syncthreads();
    out[t] = tile[t];
}

__global__ void count(const int *in, int *out) {
    __shared__ int n;
    if (threadIdx.x == 0) n = 0;
    __syncthreads();
    if (in[threadIdx.x] > 10) n++; // BUG count: shared-race
    __syncthreads();
    out[threadIdx.x] = n;
}

__global__ void columns(const int *in, int *out) {
    __shared__ float mean[16];
    int x = threadIdx.x % 16, y = threadIdx.x / 16;
    mean[x] = in[y * 16 + x] / 16.0f; // BUG columns: shared-race
    __syncthreads();
    out[y * 16 + x] = (int)mean[x];
}

// ---- uninitialised

__global__ void halo(const int *in, int *out) {
    __shared__ int tile[N + 2];
    int t = threadIdx.x;
    tile[t + 1] = in[t];
    __syncthreads();
    out[t] = tile[t] + tile[t + 1] + tile[t + 2]; // BUG halo: uninitialised-shared
}

__global__ void bins_dirty(const int *in, int *out) {
    __shared__ int bins[32];
    int t = threadIdx.x;
    atomicAdd(&bins[in[t]], 1); // BUG bins-dirty: uninitialised-shared
    __syncthreads();
    if (t < 32) out[t] = bins[t];
}

__global__ void half_filled(const int *in, int *out) {
    extern __shared__ int tile[];
    int t = threadIdx.x;
    if (t < N / 2) tile[t] = in[t];
    __syncthreads();
    out[t] = tile[N - 1 - t]; // BUG half-filled: uninitialised-shared
}

static void run_half_filled() {
    int *p;
    cudaMalloc(&p, 2 * N * sizeof *p);
    cudaMemset(p, 0, 2 * N * sizeof *p);
    half_filled<<<1, N, N * sizeof(int)>>>(p, p + N);
    cudaDeviceSynchronize();
    cudaFree(p);
}

__global__ void pick(const int *in, int *out) {
    int stack[16];
    int t = threadIdx.x, top = 0;
    for (int i = 0; i < in[t] % 12; i++)
        stack[top++] = in[i];
    out[t] = stack[top]; // BUG local-stack: uninitialised-local
}

__global__ void window(const int *in, int *out) {
    int ring[8];
    int t = threadIdx.x, sum = 0;
    for (int i = 0; i < 5; i++)
        ring[in[i] & 7] = in[(t + i) % N];
    for (int i = 0; i < 8; i++)
        sum += ring[(i + in[t]) & 7]; // BUG local-ring: uninitialised-local
    out[t] = sum;
}

// ---- the same, right

__global__ void fine(const int *in, int *out) {
    __shared__ int tile[N], bins[32], flag;
    __shared__ unsigned char bytes[N];
    int t = threadIdx.x;
    tile[t] = in[t];
    bytes[t] = (unsigned char)t; // four threads share a word, not a byte
    if (t < 32) bins[t] = 0;
    flag = 0; // all write the same
    __syncthreads();
    if (in[t] == 5) flag = 1;
    atomicAdd(&bins[in[t]], 1);
    for (int d = 1; d < N; d *= 2) {
        int v = t >= d ? tile[t - d] : 0;
        __syncthreads();
        tile[t] += v;
        __syncthreads();
    }
    if (t < 32) {
        tile[t] += tile[t + 32];
        __syncwarp();
        if (t < 16) tile[t] += tile[t + 16];
        __syncwarp();
        if (t < 8) tile[t] += tile[t + 8];
    }
    __syncthreads();
    out[t] = tile[t] + bins[t % 32] + flag + bytes[N - 1 - t];
}

// A lock in shared memory, and barriers of half the block.
__global__ void fine_order(const int *in, int *out) {
    __shared__ int lock, total, half[N];
    int t = threadIdx.x;
    if (t == 0) lock = total = 0;
    __syncthreads();
    if (t % 32 == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) {
        }
        __threadfence_block();
        total += in[t];
        __threadfence_block();
        atomicExch(&lock, 0);
    }
    half[t] = in[t];
    if (t < N / 2)
        asm volatile("bar.sync 1, 128;" ::: "memory");
    else
        asm volatile("bar.sync 2, 128;" ::: "memory");
    int other = half[t ^ 64];
    __syncthreads();
    out[t] = other + total;
}

// The dynamic array begins at a multiple of 16, and a launch that asks for its
// exact size gets all of it.
__global__ void after_one_byte(const int *in, int *out) {
    extern __shared__ int values[];
    __shared__ bool last;
    int t = threadIdx.x;
    values[t] = in[t];
    if (t == 0) last = true;
    __syncthreads();
    if (last) out[t] = values[N - 1 - t];
}

static void run_after_one_byte() {
    int *p;
    cudaMalloc(&p, 2 * N * sizeof *p);
    cudaMemset(p, 0, 2 * N * sizeof *p);
    after_one_byte<<<1, N, N * sizeof *p>>>(p, p + N);
    cudaDeviceSynchronize();
    cudaFree(p);
}

// FINE dynamic-after-static
// FINE fine
// FINE fine-order
// FINE written-by-all
// FINE volatile
int main(int argc, char **argv) {
    static const Bug bugs[] = {
        {"reverse", [] { run(reverse); }},
        {"sum-last", [] { run(sum); }},
        {"matmul", [] { run(matmul); }},
        {"cleared-by-warp", [] { run(cleared_by_one_warp); }},
        {"written-by-all", [] { run(written_by_all); }},
        {"histogram", [] { run(histogram); }},
        {"histogram-clear", [] { run(histogram_clear); }},
        {"warp-sums", [] { run(warp_sums); }},
        {"last-warp", [] { run(last_warp); }},
        {"volatile", [] { run(last_warp_volatile); }},
        {"shift", [] { run(shift); }},
        {"scan", [] { run(scan); }},
        {"tiles", [] { run(tiles); }},
        {"one-flag", [] { run(one_flag); }},
        {"overlap", [] { run(overlap); }},
        {"count", [] { run(count); }},
        {"columns", [] { run(columns); }},
        {"halo", [] { run(halo); }},
        {"bins-dirty", [] { run(bins_dirty); }},
        {"half-filled", run_half_filled},
        {"local-stack", [] { run(pick); }},
        {"local-ring", [] { run(window); }},
        {"dynamic-after-static", run_after_one_byte},
        {"fine", [] { run(fine); }},
        {"fine-order", [] { run(fine_order); }},
    };
    return bug_main(bugs, argc, argv);
}
