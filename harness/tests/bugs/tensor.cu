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

// Rows that nobody fills, of results that nobody wants: the tile has 16 rows,
// the matrix fewer. An element depends on its row of A and its column of B.
const int ROWS = 5;

__device__ void fill(__half *tile, const __half *from, int rows, int cols) {
    for (int i = threadIdx.x; i < rows * cols; i += 32)
        tile[i / cols * 16 + i % cols] = from[i];
}

__device__ void keep(float *c, const float *stage, int rows, int cols) {
    for (int i = threadIdx.x; i < rows * cols; i += 32)
        c[i] = stage[i / cols * 16 + i % cols];
}

// The wanted rows of the sum, from the fragment itself: lane l has rows l / 4
// and l / 4 + 8.
__device__ void keep_rows(float *c, const Sum &sum, int rows) {
    int row = threadIdx.x / 4, col = threadIdx.x % 4 * 2;
    if (row < rows) {
        c[row * 16 + col] = sum.x[0];
        c[row * 16 + col + 1] = sum.x[1];
        c[row * 16 + col + 8] = sum.x[4];
        c[row * 16 + col + 9] = sum.x[5];
    }
}

__global__ void spare_rows(const __half *a, float *c, int rows) {
    __shared__ __align__(32) __half ta[256], tb[256];
    fill(ta, a, ROWS, 16);
    fill(tb, a, 16, 16);
    __syncwarp();
    A fa;
    B fb;
    Sum sum;
    wmma::fill_fragment(sum, 0.0f);
    wmma::load_matrix_sync(fa, ta, 16); // BUG too-many-rows: uninitialised-shared
    wmma::load_matrix_sync(fb, tb, 16);
    wmma::mma_sync(sum, fa, fb, sum);
    wmma::mma_sync(sum, fa, fb, sum);
    keep_rows(c, sum, rows);
}

// B the other way round in shared memory, and columns 8 to 15 of it blank:
// results of the left half alone are wanted.
typedef wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> BT;
template <class Right>
__device__ void spare_columns(const __half *a, float *c, int first, bool rows) {
    __shared__ __align__(32) __half ta[256], tb[256];
    fill(ta, a, 16, 16);
    if (rows) // of memory: columns of B
        fill(tb, a, 8, 16);
    else
        fill(tb, a, 16, 8);
    __syncwarp();
    A fa;
    Right fb;
    Sum sum;
    wmma::fill_fragment(sum, 0.0f);
    wmma::load_matrix_sync(fa, ta, 16);
    wmma::load_matrix_sync(fb, tb, 16); // BUG right-column: uninitialised-shared, BUG right-row: uninitialised-shared
    wmma::mma_sync(sum, fa, fb, sum);
    int row = threadIdx.x / 4, col = threadIdx.x % 4 * 2; // x[4]: column 8 on
    c[row * 16 + col] = first ? sum.x[4] : sum.x[0];
    c[row * 16 + col + 1] = first ? sum.x[5] : sum.x[1];
}
__global__ void columns_turned(const __half *a, float *c, int first) {
    spare_columns<BT>(a, c, first, true);
}
__global__ void columns_straight(const __half *a, float *c, int first) {
    spare_columns<B>(a, c, first, false);
}

// The same by ldmatrix and mma: A has rows 8 to 15 blank.
__global__ void by_ldmatrix(const __half *a, float *c, int half) {
    __shared__ __align__(32) __half ta[256], tb[256];
    fill(ta, a, 8, 16);
    fill(tb, a, 16, 8);
    __syncwarp();
    unsigned ra[4], rb[2];
    int l = threadIdx.x;
    float d[4] = {};
    unsigned at = (unsigned)__cvta_generic_to_shared(ta + l % 16 * 16 + l / 16 * 8);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(ra[0]), "=r"(ra[1]), "=r"(ra[2]), "=r"(ra[3])
                 : "r"(at) : "memory"); // BUG lower-half: uninitialised-shared
    unsigned bt = (unsigned)__cvta_generic_to_shared(tb + l % 16 * 16);
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];"
                 : "=r"(rb[0]), "=r"(rb[1]) : "r"(bt) : "memory");
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, "
                 "{%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]));
    c[l] = half ? d[2] : d[0];
    c[32 + l] = half ? d[3] : d[1];
}

// The whole sum goes to a stage of shared memory, the wanted part on from there.
__global__ void staged(const __half *a, float *c, int rows) {
    __shared__ __align__(32) __half ta[256], tb[256];
    __shared__ __align__(32) float stage[256];
    fill(ta, a, ROWS, 16);
    fill(tb, a, 16, 16);
    __syncwarp();
    A fa;
    B fb;
    Sum sum;
    wmma::fill_fragment(sum, 0.0f);
    wmma::load_matrix_sync(fa, ta, 16); // BUG staged-too-many: uninitialised-shared
    wmma::load_matrix_sync(fb, tb, 16);
    wmma::mma_sync(sum, fa, fb, sum);
    store(stage, sum);
    __syncwarp();
    keep(c, stage, rows, 16);
}

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
// FINE spare-rows
// FINE left-column
// FINE left-row
// FINE upper-half
// FINE staged
int main(int argc, char **argv) {
    static const Bug bugs[] = {
        {"one-lane", [] { run(one_lane, 32); }},
        {"half-loads", [] { run(half_loads, 32); }},
        {"returned", [] { run(returned, 32, 31); }},
        {"half-a-tile", [] { run(half_a_tile, 32); }},
        {"padded-tile", [] { run(padded_tile, 32); }},
        {"spare-rows", [] { run(spare_rows, 32, ROWS); }},
        {"too-many-rows", [] { run(spare_rows, 32, ROWS + 1); }},
        {"left-column", [] { run(columns_straight, 32, 0); }},
        {"right-column", [] { run(columns_straight, 32, 1); }},
        {"left-row", [] { run(columns_turned, 32, 0); }},
        {"right-row", [] { run(columns_turned, 32, 1); }},
        {"upper-half", [] { run(by_ldmatrix, 32, 0); }},
        {"lower-half", [] { run(by_ldmatrix, 32, 1); }},
        {"staged", [] { run(staged, 32, ROWS); }},
        {"staged-too-many", [] { run(staged, 32, ROWS + 1); }},
        {"whole-warps", [] { run(whole_warps, 128, 3); }},
    };
    return bug_main(bugs, argc, argv);
}
