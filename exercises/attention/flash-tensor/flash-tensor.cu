// Attention on tensor cores.
//
// Loads, ldmatrix and mma.sync are here, as in mma-ptx.
//
// TODO: one kernel. A block has 64 queries of one head, each of its four warps 16 of them;
// tiles of 64 keys and values stream past. Scores and weights stay in registers: where a
// lane holds two sums of the first product, mma.sync wants two halves for the second.
#include <cuda_fp16.h>

const int TILE = 64;     // queries of a block, keys of a step
const int THREADS = 128; // four warps
const int PAD = 8;       // halves: 8 rows begin in 8 groups of banks
const unsigned ALL = 0xffffffff;

struct Shape {
    int heads, lq, lk, dim, causal;
};

// How many keys query i sees: with both masks, always the first ones.
__device__ int visible(int i, int length, Shape z) {
    int n = z.causal ? i + 1 + z.lk - z.lq : z.lk;
    return max(0, min(n, length));
}

// 64 tokens from token t0 on, 8 halves (16 bytes) for each load; zeros outside.
template <int DIM>
__device__ void load_tile(__half (*tile)[DIM + PAD], const __half *from, int t0,
                          int tokens, int dim, int row) {
    for (int i = threadIdx.x; i < TILE * DIM / 8; i += THREADS) {
        int r = i / (DIM / 8), c = i % (DIM / 8) * 8;
        uint4 v = make_uint4(0, 0, 0, 0);
        if (t0 + r < tokens && c < dim)
            v = *(const uint4 *)&from[(size_t)(t0 + r) * row + c];
        *(uint4 *)&tile[r][c] = v;
    }
}

// Four matrices of 8 x 8; lane l names row l % 8 of matrix l / 8. In register i a lane
// gets two neighbours of a row of matrix i.
__device__ void load_matrices(unsigned *r, const __half *row) {
    unsigned at = (unsigned)__cvta_generic_to_shared(row);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(at)
                 : "memory");
}

// The same, each matrix transposed: a lane gets two neighbours of a column.
__device__ void load_transposed(unsigned *r, const __half *row) {
    unsigned at = (unsigned)__cvta_generic_to_shared(row);
    asm volatile(
        "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
        : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
        : "r"(at)
        : "memory");
}

// sum += a * b: 16 x 8 results, 16 along k.
__device__ void multiply(float *sum, const unsigned *a, const unsigned *b) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

__device__ unsigned pack(float low, float high) {
    __half2 h = __floats2half2_rn(low, high);
    return *(unsigned *)&h;
}

template <int DIM> // dim is at most DIM
__global__ void __launch_bounds__(THREADS)
    attention_kernel(const __half *q, const __half *k, const __half *v,
                     const int *lengths, __half *o, Shape z, float scale) {
    __shared__ __align__(16) __half ks[TILE][DIM + PAD], vs[TILE][DIM + PAD];
    int b = blockIdx.y / z.heads, h = blockIdx.y % z.heads, row = z.heads * z.dim;
    int i0 = blockIdx.x * TILE, length = lengths[b];
    int end = visible(min(i0 + TILE, z.lq) - 1, length, z); // of any of them
    q += (size_t)b * z.lq * row + h * z.dim;
    k += (size_t)b * z.lk * row + h * z.dim;
    v += (size_t)b * z.lk * row + h * z.dim;
    o += (size_t)b * z.lq * row + h * z.dim;

    // TODO: load the queries through ks into fragments. They stay.

    for (int j0 = 0; j0 < end; j0 += TILE) {
        load_tile<DIM>(ks, k, j0, z.lk, z.dim, row);
        load_tile<DIM>(vs, v, j0, z.lk, z.dim, row);
        __syncthreads(); // keys and values are there
        // TODO: scores of 16 x 64; their rows' largest; weights; sums of 16 x dim
        __syncthreads(); // nobody needs keys and values any more
    }
    // TODO: divide by the sum of the weights, and store as halves.
}

// dim is a multiple of 8, at most 128.
void attention(const __half *q, const __half *k, const __half *v, const int *lengths,
               __half *o, int batch, int heads, int lq, int lk, int dim, int causal) {
    if (batch * heads * lq == 0 || dim == 0) return;

    Shape z = {heads, lq, lk, dim, causal};
    dim3 grid((lq + TILE - 1) / TILE, batch * heads);
    float scale = 1.4426950409f / sqrtf(dim); // log2(e): for exp2f
    auto kernel = dim <= 64 ? attention_kernel<64> : attention_kernel<128>;
    kernel<<<grid, THREADS>>>(q, k, v, lengths, o, z, scale);
}
