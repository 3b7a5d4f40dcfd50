// rejected by: case | trap out-of-bounds | guard (reads x past its end)
// says: The padding after the last weight of a row is multiplied and added, too. It is arbitrary: only the first `n` weights of a row count.
// A vector times a matrix of four-bit weights. A block has ROWS rows of each of
// its warps and keeps 1024 elements of x in shared memory at a time; a lane has
// 32 weights of a row, which are 16 bytes and belong to one group.

const int WARPS = 8;
const int ROWS = 4;          // of a warp: their loads are under way together
const int EACH = 32;         // weights of a lane, the values of a uint4
const int PIECE = 32 * EACH; // elements of x in shared memory
const int PITCH = 33;        // of its rows: 32 lanes read 32 banks
const unsigned TWO23 =
    0x4b000000; // the bits of 2^23, whose last bit is worth 1

__device__ float warp_sum(float v) {
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(~0u, v, d);
    return v;
}

// Element i of the piece lies at [i % 32][i / 32]: lanes read along a row.
__device__ void load_piece(float (*xs)[PITCH], const float *x, int i0, int n) {
    for (int i = threadIdx.x; i < PIECE; i += 32 * WARPS)
        xs[i % EACH][i / EACH] = x[min(i0 + i, n - 1)];
}

// The sum of (q - zero) * x over the eight weights of a word, x in a column.
__device__ float word_sum(unsigned word, float zero, const float *column) {
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; k++) {
        unsigned q = word >> 4 * k & 15;
        sum += (__uint_as_float(q | TWO23) - zero) * column[k * PITCH];
    }
    return sum;
}

__global__ void gemv_kernel(const unsigned *w, const float *scales,
                            const unsigned char *zeros, const float *x,
                            float *y, int m, int n, int group) {
    __shared__ float xs[EACH][PITCH];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int row0 = (blockIdx.x * WARPS + warp) * ROWS;
    int quads = (n + EACH - 1) / EACH, groups = (n + group - 1) / group;
    const uint4 *w4 = (const uint4 *)w; // rows are whole uint4

    float sum[ROWS] = {};
    for (int i0 = 0; i0 < n; i0 += PIECE) {
        int quad = i0 / EACH + lane, g = quad * EACH / group;
        uint4 q[ROWS];
        float scale[ROWS], zero[ROWS];
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            bool there = row0 + r < m && quad < quads;
            size_t at = (size_t)(row0 + r) * groups + g;
            q[r] = there ? w4[(size_t)(row0 + r) * quads + quad] : uint4{};
            scale[r] = there ? scales[at] : 0.0f;
            zero[r] = there ? __uint_as_float(zeros[at] | TWO23) : 0.0f;
        }
        load_piece(xs, x, i0, n);
        __syncthreads(); // the piece is there
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            float s = word_sum(q[r].x, zero[r], &xs[0][lane]);
            s += word_sum(q[r].y, zero[r], &xs[8][lane]);
            s += word_sum(q[r].z, zero[r], &xs[16][lane]);
            s += word_sum(q[r].w, zero[r], &xs[24][lane]);
            sum[r] += scale[r] * s;
        }
        __syncthreads(); // nobody needs it any more
    }
    for (int r = 0; r < ROWS; r++) {
        float s = warp_sum(sum[r]);
        if (lane == 0 && row0 + r < m) y[row0 + r] = s;
    }
}

void gemv(const unsigned int *w, const float *scales,
          const unsigned char *zeros, const float *x, float *y, int m, int n,
          int group) {
    int rows = WARPS * ROWS; // of a block
    if (m > 0)
        gemv_kernel<<<(m + rows - 1) / rows, 32 * WARPS>>>(w, scales, zeros, x,
                                                           y, m, n, group);
}
