// rejected by: gate from_cutlass (no tile in shared memory: a warp transposes 32 x 32 numbers in registers, by shuffles)
#include <cute/tensor.hpp>
using namespace cute;

using Edge = Int<32>;

__global__ void transpose_kernel(const float *in, float *out, int rows, int cols) {
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int r0 = blockIdx.y * 32, c0 = (blockIdx.x * 4 + warp) * 32;
    float v[32];
#pragma unroll
    for (int k = 0; k < 32; k++)
        v[k] = r0 + k < rows && c0 + lane < cols ? in[(size_t)(r0 + k) * cols + c0 + lane] : 0.0f;
#pragma unroll
    for (int s = 16; s > 0; s /= 2)
#pragma unroll
        for (int k = 0; k < 32; k++)
            if ((k & s) == 0) {
                bool upper = lane & s;
                float give = upper ? v[k] : v[k | s];
                float get = __shfl_xor_sync(0xffffffff, give, s);
                if (upper)
                    v[k] = get;
                else
                    v[k | s] = get;
            }
#pragma unroll
    for (int k = 0; k < 32; k++)
        if (c0 + k < cols && r0 + lane < rows) out[(size_t)(c0 + k) * rows + r0 + lane] = v[k];
}

void transpose(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    dim3 grid(ceil_div(ceil_div(cols, int(Edge{})), 4), ceil_div(rows, int(Edge{})));
    transpose_kernel<<<grid, 128>>>(in, out, rows, cols);
}
