// rejected by: case B200 (knows how many SMs one GPU has)
#include <cuda_runtime.h>

void plan(const void *kernel, int shared_per_thread, int n, int *block, int *blocks_per_sm,
          int *grid, int *waves) {
    cudaFuncAttributes a;
    cudaFuncGetAttributes(&a, kernel);
    int most = 0;
    *block = 32;
    *blocks_per_sm = 0;
    for (int size = 32; size <= a.maxThreadsPerBlock; size += 32) {
        int shared = size * shared_per_thread, fit = 0;
        if (shared + (int)a.sharedSizeBytes > 48 * 1024) break;
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, kernel, size, shared);
        if (fit * size <= most) continue;
        most = fit * size;
        *block = size;
        *blocks_per_sm = fit;
    }
    int wave = *blocks_per_sm * 132;
    *grid = (n + *block - 1) / *block;
    *waves = (*grid + wave - 1) / wave;
}
