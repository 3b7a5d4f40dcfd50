// rejected by: case causal (the mask takes t for the first column of a lane)
// says: The mask takes t and t + 1 for the columns of a lane. A lane has columns 2t and 2t + 1 of each 8.

// Attention on tensor cores.
//
// Loads, ldmatrix and mma.sync are here, as in mma-ptx.
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

    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
    unsigned qf[DIM / 16][4];
    load_tile<DIM>(ks, q, i0, z.lq, z.dim, row);
    __syncthreads();
    for (int d = 0; d < DIM / 16; d++)
        load_matrices(qf[d], &ks[warp * 16 + lane % 16][d * 16 + lane / 16 * 8]);
    __syncthreads();
    float sum[DIM / 8][4] = {}, most[2] = {-INFINITY, -INFINITY}, total[2] = {};
    int see[2];
    for (int r = 0; r < 2; r++)
        see[r] = visible(i0 + warp * 16 + g + 8 * r, length, z);

    for (int j0 = 0; j0 < end; j0 += TILE) {
        load_tile<DIM>(ks, k, j0, z.lk, z.dim, row);
        load_tile<DIM>(vs, v, j0, z.lk, z.dim, row);
        __syncthreads(); // keys and values are there
        float s[8][4] = {};
        for (int j = 0; j < 8; j += 2)
            for (int d = 0; d < DIM / 16; d++) {
                unsigned kf[4]; // keys j * 8 ..+7: halves 0-7, 8-15; then the next 8 keys
                load_matrices(kf, &ks[j * 8 + lane / 16 * 8 + lane % 8][d * 16 + lane / 8 % 2 * 8]);
                multiply(s[j], qf[d], kf);
                multiply(s[j + 1], qf[d], kf + 2);
            }
        float now[2] = {-INFINITY, -INFINITY};
        for (int j = 0; j < 8; j++)
            for (int e = 0; e < 4; e++) {
                int key = j0 + j * 8 + t + e % 2, r = e / 2;
                s[j][e] = key < see[r] ? s[j][e] * scale : -INFINITY;
                now[r] = fmaxf(now[r], s[j][e]);
            }
        float keep[2];
        for (int r = 0; r < 2; r++) {
            now[r] = fmaxf(now[r], __shfl_xor_sync(ALL, now[r], 1));
            now[r] = fmaxf(now[r], __shfl_xor_sync(ALL, now[r], 2));
            float next = fmaxf(most[r], now[r]);
            keep[r] = next == -INFINITY ? 1.0f : exp2f(most[r] - next);
            most[r] = next;
            total[r] *= keep[r];
        }
        for (int j = 0; j < 8; j++)
            for (int e = 0; e < 4; e++) {
                int r = e / 2;
                s[j][e] = s[j][e] == -INFINITY ? 0.0f : exp2f(s[j][e] - most[r]);
                total[r] += s[j][e];
            }
        for (int c = 0; c < DIM / 8; c++)
            for (int e = 0; e < 4; e++) sum[c][e] *= keep[e / 2];
        for (int j = 0; j < 4; j++) {
            unsigned p[4] = {pack(s[2 * j][0], s[2 * j][1]), pack(s[2 * j][2], s[2 * j][3]),
                             pack(s[2 * j + 1][0], s[2 * j + 1][1]), pack(s[2 * j + 1][2], s[2 * j + 1][3])};
            for (int c = 0; c < DIM / 8; c += 2) {
                unsigned vf[4];
                load_transposed(vf, &vs[j * 16 + lane % 16][c * 8 + lane / 16 * 8]);
                multiply(sum[c], p, vf);
                multiply(sum[c + 1], p, vf + 2);
            }
        }
        __syncthreads(); // nobody needs keys and values any more
    }
    for (int r = 0; r < 2; r++) {
        total[r] += __shfl_xor_sync(ALL, total[r], 1);
        total[r] += __shfl_xor_sync(ALL, total[r], 2);
        int i = i0 + warp * 16 + g + 8 * r;
        if (i >= z.lq) continue;
        float inv = total[r] > 0 ? 1.0f / total[r] : 0.0f;
        for (int c = 0; c < DIM / 8; c++) {
            int d = c * 8 + 2 * t;
            if (d < z.dim)
                *(unsigned *)&o[(size_t)i * row + d] = pack(sum[c][2 * r] * inv, sum[c][2 * r + 1] * inv);
        }
    }
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
