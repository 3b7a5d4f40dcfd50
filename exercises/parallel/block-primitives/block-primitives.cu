// Somebody has written it: sums and gaps in tiles, by CUB's block primitives.
#define CCCL_DISABLE_BF16_SUPPORT // half the time to compile
#define CCCL_DISABLE_NVTX
#include <cub/block/block_load.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>
#include <cuda/functional> // cuda::maximum<>

const int THREADS = 256;
const int ITEMS = 8; // of each thread
const int TILE = THREADS * ITEMS;

__global__ void scan_tiles(const int *in, int *prefix, int *gap, int n) {
    // TODO: load a tile, find its largest element, scan it, store both results.
}

void tile_scan(const int *in, int *prefix, int *gap, int n) {
    if (n == 0) return;
    scan_tiles<<<(n + TILE - 1) / TILE, THREADS>>>(in, prefix, gap, n);
}
