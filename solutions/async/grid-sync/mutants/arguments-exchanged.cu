// rejected by: trap out-of-bounds | case (two arguments of the launch are exchanged)
// Many steps in one launch: all blocks are on the GPU, and wait for each other.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr int BLOCK = 512;

__global__ void steps_kernel(const int *in, int *out, int *other, int n,
                             int steps) {
    cg::grid_group grid = cg::this_grid();
    int first = blockIdx.x * BLOCK + threadIdx.x, all = gridDim.x * BLOCK;
    const int *from = in;
    for (int s = 0; s < steps; s++) {
        int *to = (steps - s) % 2 ? out : other; // the last one is out
        for (int i = first; i < n; i += all) {
            bool inside = i > 0 && i < n - 1;
            to[i] = inside ? (from[i - 1] + 2 * from[i] + from[i + 1]) >> 2
                           : from[i];
        }
        if (s + 1 < steps) grid.sync(); // the step is done everywhere
        from = to;
    }
}

// Blocks that the GPU holds at once.
static int resident() {
    int sms, each;
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, steps_kernel, BLOCK, 0);
    return sms * each;
}

void smooth(const int *in, int *out, int n, int steps) {
    if (n == 0) return;
    if (steps == 0) {
        cudaMemcpyAsync(out, in, n * sizeof *out, cudaMemcpyDeviceToDevice, 0);
        return;
    }
    int *other, blocks = min(resident(), (n + BLOCK - 1) / BLOCK);
    cudaMallocAsync(&other, n * sizeof *other, 0);
    void *args[] = {&in, &out, &other, &steps, &n};
    cudaLaunchCooperativeKernel((const void *)steps_kernel, blocks, BLOCK, args,
                                0, 0);
    cudaFreeAsync(other, 0);
}
