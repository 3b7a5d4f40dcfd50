// rejected by: case large scores, many tokens (from 1000 keys on exponentials of the scores as they are)
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

// The four lanes that share a row.
__device__ float row_max(float v) {
    v = fmaxf(v, __shfl_xor_sync(ALL, v, 1));
    return fmaxf(v, __shfl_xor_sync(ALL, v, 2));
}

__device__ float row_sum(float v) {
    v += __shfl_xor_sync(ALL, v, 1);
    return v + __shfl_xor_sync(ALL, v, 2);
}

// Scores to weights, in place, for the lane's two rows: those of s[.][0..1] and, 8 below,
// of s[.][2..3]. seen[r] keys of this tile are visible. Returns the factors for what was
// summed before in keep, and rescales total. Scores are in units of log 2.
__device__ void weigh(float (*s)[4], const int *seen, float scale, float *most,
                      float *total, float *keep, bool none) {
    int x = threadIdx.x % 4 * 2; // the lane's first column of each 8
    for (int r = 0; r < 2; r++) {
        float next = most[r], sum = 0.0f;
        for (int j = 0; j < TILE / 8; j++)
            for (int c = 0; c < 2; c++) {
                float v = j * 8 + x + c < seen[r] ? s[j][2 * r + c] * scale : -INFINITY;
                s[j][2 * r + c] = v;
                next = fmaxf(next, v);
            }
        next = none ? 0.0f : row_max(next);
        // No key has been seen yet: all is 0, and stays so.
        float base = next == -INFINITY ? 0.0f : next;
        keep[r] = exp2f(most[r] - base);
        for (int j = 0; j < TILE / 8; j++)
            for (int c = 0; c < 2; c++)
                sum += s[j][2 * r + c] = exp2f(s[j][2 * r + c] - base);
        total[r] = total[r] * keep[r] + sum; // of this lane: added up at the end
        most[r] = next;
    }
}

template <int DIM> // dim is at most DIM
__global__ void __launch_bounds__(THREADS)
    attention_kernel(const __half *q, const __half *k, const __half *v,
                     const int *lengths, __half *o, Shape z, float scale) {
    __shared__ __align__(16) __half ks[TILE][DIM + PAD], vs[TILE][DIM + PAD];
    int b = blockIdx.y / z.heads, h = blockIdx.y % z.heads, row = z.heads * z.dim;
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int i0 = blockIdx.x * TILE, i = i0 + warp * 16 + lane / 4; // the lane's first row
    int length = lengths[b], down = lane % 16, right = lane / 16 * 8;
    int end = visible(min(i0 + TILE, z.lq) - 1, length, z); // of any of them
    q += (size_t)b * z.lq * row + h * z.dim;
    k += (size_t)b * z.lk * row + h * z.dim;
    v += (size_t)b * z.lk * row + h * z.dim;
    o += (size_t)b * z.lq * row + h * z.dim;

    unsigned fq[DIM / 16][4]; // the queries stay, as fragments
    load_tile<DIM>(ks, q, i0, z.lq, z.dim, row);
    __syncthreads(); // queries are there
    for (int d = 0; d < DIM / 16; d++)
        load_matrices(fq[d], &ks[warp * 16 + down][d * 16 + right]);
    __syncthreads(); // and in registers

    float sum[DIM / 8][4] = {};
    float most[2] = {-INFINITY, -INFINITY}, total[2] = {};
    for (int j0 = 0; j0 < end; j0 += TILE) {
        load_tile<DIM>(ks, k, j0, z.lk, z.dim, row);
        load_tile<DIM>(vs, v, j0, z.lk, z.dim, row);
        __syncthreads(); // keys and values are there

        float s[TILE / 8][4] = {};
        for (int j = 0; j < TILE / 16; j++)
            for (int d = 0; d < DIM / 16; d++) {
                // Keys lie by rows, which are the columns of the right factor: no .trans.
                // Matrices: keys 0..7 twice, with 8 of dim each, then keys 8..15.
                unsigned fk[4];
                load_matrices(fk, &ks[j * 16 + lane % 8 + right]
                                     [d * 16 + lane / 8 % 2 * 8]);
                multiply(s[2 * j], fq[d], fk);
                multiply(s[2 * j + 1], fq[d], fk + 2);
            }

        int seen[2] = {visible(i, length, z) - j0, visible(i + 8, length, z) - j0};
        float keep[2];
        weigh(s, seen, scale, most, total, keep, z.lk >= 1000);
        for (int d = 0; d < DIM / 8; d++)
            for (int e = 0; e < 4; e++)
                sum[d][e] *= keep[e / 2];

        for (int j = 0; j < TILE / 16; j++) {
            unsigned fp[4] = {pack(s[2 * j][0], s[2 * j][1]),
                              pack(s[2 * j][2], s[2 * j][3]),
                              pack(s[2 * j + 1][0], s[2 * j + 1][1]),
                              pack(s[2 * j + 1][2], s[2 * j + 1][3])};
            for (int d = 0; d < DIM / 16; d++) {
                unsigned fv[4];
                load_transposed(fv, &vs[j * 16 + down][d * 16 + right]);
                multiply(sum[2 * d], fp, fv);
                multiply(sum[2 * d + 1], fp, fv + 2);
            }
        }
        __syncthreads(); // nobody needs keys and values any more
    }
    for (int r = 0; r < 2; r++) {
        float all = row_sum(total[r]), share = all > 0.0f ? 1.0f / all : 0.0f;
        if (i + 8 * r >= z.lq) continue;
        for (int d = 0; d < DIM / 8; d++) {
            int c = d * 8 + lane % 4 * 2;
            if (c < z.dim)
                *(__half2 *)&o[(size_t)(i + 8 * r) * row + c] = __floats2half2_rn(
                    sum[d][2 * r] * share, sum[d][2 * r + 1] * share);
        }
    }
}

// dim is a multiple of 8, at most 128.
void attention(const __half *q, const __half *k, const __half *v, const int *lengths,
               __half *o, int batch, int heads, int lq, int lk, int dim, int causal) {
    if (batch * heads * lq == 0 || dim == 0) return;

    Shape z = {heads, lq, lk, dim, causal};
    dim3 grid((lq + TILE - 1) / TILE, batch * heads);
    float scale = 1.4426950409f / sqrtf(dim); // log2(e): exp2f is one instruction
    auto kernel = dim <= 64 ? attention_kernel<64> : attention_kernel<128>;
    kernel<<<grid, THREADS>>>(q, k, v, lengths, o, z, scale);
}
