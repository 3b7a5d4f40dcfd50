// rejected by: build (the library of cooperative groups adds up the warp)
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void row_kernel(const float *in, float *out, int rows, int cols) {
    auto w = cg::tiled_partition<32>(cg::this_thread_block());
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (row >= rows) return;
    float s = 0;
    for (int c = w.thread_rank(); c < cols; c += 32) s += in[(size_t)row * cols + c];
    s = cg::reduce(w, s, cg::plus<float>());
    if (w.thread_rank() == 0) out[row] = s;
}
void row_sums(const float *in, float *out, int rows, int cols) {
    if (rows) row_kernel<<<(rows + 7) / 8, 256>>>(in, out, rows, cols);
}
