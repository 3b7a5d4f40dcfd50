// rejected by: case which=0 shared=400 | case which=3 (hands over the shared memory of one thread, not of the block)
// The block size that keeps most threads on an SM, and what a launch with it looks like.
#include <cuda_runtime.h>

// kernel: for cudaFuncGetAttributes and cudaOccupancyMaxActiveBlocksPerMultiprocessor.
// shared_per_thread: bytes of dynamic shared memory that it needs for each thread.
// n: one thread for each.
void plan(const void *kernel, int shared_per_thread, int n, int *block,
          int *blocks_per_sm, int *grid, int *waves) {
    int device, sms, most_shared;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
    cudaDeviceGetAttribute(&most_shared, cudaDevAttrMaxSharedMemoryPerBlock, device);
    cudaFuncAttributes attr;
    cudaFuncGetAttributes(&attr, kernel);

    *block = 32;
    *blocks_per_sm = 0;
    for (int threads = 32; threads <= attr.maxThreadsPerBlock; threads += 32) {
        size_t shared = shared_per_thread;
        if (shared + attr.sharedSizeBytes > (size_t)most_shared) break;
        int blocks = 0;
        if (cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared) !=
            cudaSuccess)
            continue;
        if (blocks * threads > *blocks_per_sm * *block) {
            *block = threads;
            *blocks_per_sm = blocks;
        }
    }

    *grid = (int)(((long long)n + *block - 1) / *block);
    int wave = *blocks_per_sm * sms;
    *waves = wave > 0 ? (*grid + wave - 1) / wave : 0;
}
