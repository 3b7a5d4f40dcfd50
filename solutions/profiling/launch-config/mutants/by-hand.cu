// rejected by: case (registers and shared memory divided by hand)
#include <cuda_runtime.h>

void plan(const void *kernel, int shared_per_thread, int n, int *block,
          int *blocks_per_sm, int *grid, int *waves) {
    cudaFuncAttributes attr;
    cudaFuncGetAttributes(&attr, kernel);
    int dev, sms, most;
    cudaGetDevice(&dev);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, dev);
    cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlock, dev);
    int best = 0;
    *block = 32;
    *blocks_per_sm = 1;
    for (int t = 32; t <= attr.maxThreadsPerBlock; t += 32) {
        int b = 2048 / t;
        int r = 65536 / (attr.numRegs * t);
        int s = shared_per_thread ? most / (shared_per_thread * t) : 32;
        if (r < b) b = r;
        if (s < b) b = s;
        if (b > 32) b = 32;
        if (b * t > best) {
            best = b * t;
            *block = t;
            *blocks_per_sm = b;
        }
    }
    *grid = (n + *block - 1) / *block;
    int wave = *blocks_per_sm * sms;
    *waves = (*grid + wave - 1) / wave;
}
