// rejected by: trap misaligned | trap out-of-bounds (one argument is left out)
// says: The kernel got other arguments than its parameters.
// Many steps, each of which needs all of the step before.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void all_steps(const int *in, int *out, int *other, int n, int steps) {
    cg::grid_group grid = cg::this_grid();
    int first = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
    const int *from = in;
    for (int s = 0; s < steps; s++) {
        int *to = (steps - s) % 2 ? out : other;
        for (int i = first; i < n; i += stride) {
            bool inside = i > 0 && i < n - 1;
            to[i] = inside ? (from[i - 1] + 2 * from[i] + from[i + 1]) >> 2 : from[i];
        }
        grid.sync();
        from = to;
    }
}

void smooth(const int *in, int *out, int n, int steps) {
    if (n == 0) return;
    if (steps == 0) {
        cudaMemcpyAsync(out, in, n * sizeof *out, cudaMemcpyDeviceToDevice, 0);
        return;
    }
    int block = 256, per_sm, sms;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, all_steps, block, 0);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    int blocks = (n + block - 1) / block;
    if (blocks > per_sm * sms) blocks = per_sm * sms;
    int *other;
    cudaMallocAsync(&other, n * sizeof *other, 0);
    void *args[] = {&in, &out, &n, &steps};
    cudaLaunchCooperativeKernel((void *)all_steps, blocks, block, args, 0, 0);
    cudaFreeAsync(other, 0);
}
