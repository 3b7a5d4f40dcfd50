// A warp sums four neighbouring rows at once: four loads under way per lane.
// Then the four sums share the shuffles: after two exchanges each quarter of
// the warp carries one row.
#define ALL 0xffffffffu

__global__ void four_rows(const float *__restrict__ in, float *__restrict__ out, int rows,
                          int cols) {
    const int lane = threadIdx.x & 31;
    const int warp = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    const long long r0 = (long long)warp * 4;
    if (r0 >= rows) return;

    float s[4] = {0, 0, 0, 0};
    const float *p = in + r0 * cols;
    const int left = (int)(rows - r0 < 4 ? rows - r0 : 4);
    if (left == 4) {
        for (int c = lane; c < cols; c += 32) {
#pragma unroll
            for (int r = 0; r < 4; r++) s[r] += p[(size_t)r * cols + c];
        }
    } else {
        for (int c = lane; c < cols; c += 32)
#pragma unroll
            for (int r = 0; r < 4; r++)
                if (r < left) s[r] += p[(size_t)r * cols + c];
    }
    __syncwarp();

    // lower half keeps rows 0 and 1, upper half rows 2 and 3
    bool up = lane & 16;
    float k0 = up ? s[2] : s[0], g0 = up ? s[0] : s[2];
    float k1 = up ? s[3] : s[1], g1 = up ? s[1] : s[3];
    k0 += __shfl_xor_sync(ALL, g0, 16);
    k1 += __shfl_xor_sync(ALL, g1, 16);
    bool odd = lane & 8;
    float k = odd ? k1 : k0, g = odd ? k0 : k1;
    k += __shfl_xor_sync(ALL, g, 8);
    k += __shfl_xor_sync(ALL, k, 4);
    k += __shfl_xor_sync(ALL, k, 2);
    k += __shfl_xor_sync(ALL, k, 1);
    int which = lane >> 3; // 0..3
    if ((lane & 7) == 0 && which < left) out[r0 + which] = k;
}

void row_sums(const float *in, float *out, int rows, int cols) {
    if (rows == 0) return;
    const int threads = 512, per_block = threads / 32 * 4;
    four_rows<<<(rows + per_block - 1) / per_block, threads>>>(in, out, rows, cols);
}
