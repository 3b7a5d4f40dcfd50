// Instructions of tensor cores: lanes that leave one out, tiles that nobody
// filled.
#include "bug.h"

#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

typedef wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> A;
typedef wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> B;
typedef wmma::fragment<wmma::accumulator, 16, 16, 16, float> Sum;

static __device__ void store(float *c, const Sum &sum) {
    wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}

__global__ void one_lane(const __half *a, float *c) {
    A fa;
    B fb;
    Sum sum;
    wmma::fill_fragment(sum, 0.0f);
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, a, 16);
    if (threadIdx.x == 0)
        wmma::mma_sync(sum, fa, fb, sum); // BUG one-lane: partial-warp
    store(c, sum);
}

__global__ void half_loads(const __half *a, float *c) {
    A fa;
    Sum sum;
    wmma::fill_fragment(sum, 0.0f);
    if (threadIdx.x < 16)
        wmma::load_matrix_sync(fa, a, 16); // BUG half-loads: partial-warp
    else
        wmma::fill_fragment(fa, __float2half(0));
    wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
    if (c[0] == 1 && __half2float(fa.x[0]) == 5) c[1] = 2;
}

__global__ void returned(const __half *a, float *c, int n) {
    if (threadIdx.x >= n) return;
    A fa;
    B fb;
    Sum sum;
    wmma::fill_fragment(sum, 0.0f);
    wmma::load_matrix_sync(fa, a, 16); // BUG returned: partial-warp
    wmma::load_matrix_sync(fb, a, 16);
    wmma::mma_sync(sum, fa, fb, sum);
    store(c, sum);
}

// Warps that leave as a whole, and a choice that all lanes share.
__global__ void whole_warps(const __half *a, float *c, int warps) {
    int warp = threadIdx.x / 32;
    if (warp >= warps) return;
    A fa;
    B fb;
    Sum sum;
    wmma::fill_fragment(sum, 0.0f);
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, a, 16);
    if (warp % 2 == 0) wmma::mma_sync(sum, fa, fb, sum);
    store(c + 256 * warp, sum);
}

// A tile in shared memory with rows of 24: the last 8 of each are padding, and
// nobody fills them.
__device__ void multiply_tile(const __half *a, float *c, int filled) {
    __shared__ __align__(32) __half tile[16 * 24];
    for (int i = threadIdx.x; i < filled; i += 32)
        tile[i / 16 * 24 + i % 16] = a[i];
    __syncwarp();
    A fa;
    B fb;
    Sum sum;
    wmma::fill_fragment(sum, 0.0f);
    wmma::load_matrix_sync(fa, tile, 24); // BUG half-a-tile: uninitialised-shared
    wmma::load_matrix_sync(fb, a, 16);
    wmma::mma_sync(sum, fa, fb, sum);
    store(c, sum);
}
__global__ void half_a_tile(const __half *a, float *c) { multiply_tile(a, c, 128); }
__global__ void padded_tile(const __half *a, float *c) { multiply_tile(a, c, 256); }

template <class Kernel, class... Args>
static void run(Kernel kernel, int threads, Args... args) {
    __half *a;
    float *c;
    cudaMalloc(&a, 256 * sizeof *a);
    cudaMalloc(&c, 1024 * sizeof *c);
    cudaMemset(a, 0, 256 * sizeof *a);
    cudaMemset(c, 0, 1024 * sizeof *c);
    kernel<<<1, threads>>>(a, c, args...);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(c);
}

// FINE whole-warps
// FINE padded-tile
int main(int argc, char **argv) {
    static const Bug bugs[] = {
        {"one-lane", [] { run(one_lane, 32); }},
        {"half-loads", [] { run(half_loads, 32); }},
        {"returned", [] { run(returned, 32, 31); }},
        {"half-a-tile", [] { run(half_a_tile, 32); }},
        {"padded-tile", [] { run(padded_tile, 32); }},
        {"whole-warps", [] { run(whole_warps, 128, 3); }},
    };
    return bug_main(bugs, argc, argv);
}
