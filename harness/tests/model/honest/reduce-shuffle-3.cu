// Eight lanes per row, four rows per warp. float4 if the rows are aligned for it.
// Lanes of one warp may have rows of their own, but all run the same loop.
template <bool VEC>
__global__ void __launch_bounds__(128)
row_kernel8(const float *__restrict__ in, float *__restrict__ out, int rows, int cols) {
    int sub = threadIdx.x & 7;
    long long row = (long long)blockIdx.x * 16 + (threadIdx.x >> 3);
    bool live = row < rows;
    const float *p = in + (live ? row : 0) * (long long)cols;

    float s = 0.f;
    if (VEC) {
        const float4 *p4 = (const float4 *)p;
        float4 acc = make_float4(0.f, 0.f, 0.f, 0.f);
        int quads = live ? cols / 4 : 0;
#pragma unroll 4
        for (int c = sub; c < quads; c += 8) {
            float4 v = p4[c];
            acc.x += v.x, acc.y += v.y, acc.z += v.z, acc.w += v.w;
        }
        s = (acc.x + acc.y) + (acc.z + acc.w);
    } else {
        int m = live ? cols : 0;
        for (int c = sub; c < m; c += 8) s += p[c];
    }
    __syncwarp();
    s += __shfl_down_sync(0xffffffffu, s, 4, 8);
    s += __shfl_down_sync(0xffffffffu, s, 2, 8);
    s += __shfl_down_sync(0xffffffffu, s, 1, 8);
    if (live && sub == 0) out[row] = s;
}

void row_sums(const float *in, float *out, int rows, int cols) {
    if (rows == 0) return;
    int blocks = (rows + 15) / 16;
    if (cols % 4 == 0 && ((size_t)in & 15) == 0)
        row_kernel8<true><<<blocks, 128>>>(in, out, rows, cols);
    else
        row_kernel8<false><<<blocks, 128>>>(in, out, rows, cols);
}
