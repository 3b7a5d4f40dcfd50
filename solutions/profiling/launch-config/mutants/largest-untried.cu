// rejected by: case which=4 (never asks for the largest block)
// The block size that keeps most threads on an SM, and what a launch with it looks like.
#include <cuda_runtime.h>

// Threads of a block are whole warps. The occupancy calculation knows the kernel's
// registers and static shared memory, and the device.
void plan(const void *kernel, int shared_per_thread, int n, int *block,
          int *blocks_per_sm, int *grid, int *waves) {
    cudaFuncAttributes own;
    int device, sms, shared_most, best = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
    cudaDeviceGetAttribute(&shared_most, cudaDevAttrMaxSharedMemoryPerBlock, device);
    cudaFuncGetAttributes(&own, kernel); // its largest block: registers, launch bounds

    *block = *blocks_per_sm = 0;
    for (int size = 32; size < own.maxThreadsPerBlock; size += 32) {
        int each = 0;
        size_t shared = (size_t)size * shared_per_thread;
        if (shared + own.sharedSizeBytes > (size_t)shared_most) break;
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, size, shared);
        if (each * size > best) { // of equal ones the first, which is the smallest
            best = each * size;
            *block = size;
            *blocks_per_sm = each;
        }
    }
    *grid = (n + *block - 1) / *block;
    int at_once = *blocks_per_sm * sms;
    *waves = (*grid + at_once - 1) / at_once;
}
