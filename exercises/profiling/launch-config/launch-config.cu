// The block size that keeps most threads on an SM, and what a launch with it looks like.
#include <cuda_runtime.h>

// kernel: for cudaFuncGetAttributes and cudaOccupancyMaxActiveBlocksPerMultiprocessor.
// shared_per_thread: bytes of dynamic shared memory that it needs for each thread.
// n: one thread for each.
void plan(const void *kernel, int shared_per_thread, int n, int *block,
          int *blocks_per_sm, int *grid, int *waves) {
    *block = 256;
    *blocks_per_sm = 8; // TODO: a guess, whatever the kernel needs
    *grid = n / *block; // TODO
    *waves = 1;         // TODO
}
