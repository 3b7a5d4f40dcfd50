// rejected by: case n=2048 (each thread has a TempStorage of its own)
#define CCCL_DISABLE_BF16_SUPPORT // half the time to compile
#define CCCL_DISABLE_NVTX
#include <cub/block/block_load.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>
#include <climits>
#include <cuda/functional> // cuda::maximum<>

const int THREADS = 256;
const int ITEMS = 8; // of each thread
const int TILE = THREADS * ITEMS;

using Load = cub::BlockLoad<int, THREADS, ITEMS, cub::BLOCK_LOAD_TRANSPOSE>;
using Store = cub::BlockStore<int, THREADS, ITEMS, cub::BLOCK_STORE_TRANSPOSE>;
using Scan = cub::BlockScan<int, THREADS>;
using Reduce = cub::BlockReduce<int, THREADS>;

__global__ void scan_tiles(const int *in, int *prefix, int *gap, int n) {
    union {
        typename Load::TempStorage load;
        typename Store::TempStorage store;
        typename Scan::TempStorage scan;
        typename Reduce::TempStorage reduce;
    } temp;
    __shared__ int top;

    int first = blockIdx.x * TILE;
    int count = min(TILE, n - first);
    int items[ITEMS], sums[ITEMS], gaps[ITEMS];

    Load(temp.load).Load(in + first, items, count, INT_MIN);
    __syncthreads();
    int largest = Reduce(temp.reduce).Reduce(items, cuda::maximum<>{});
    if (threadIdx.x == 0) top = largest;
    __syncthreads();
    Scan(temp.scan).InclusiveSum(items, sums);
    __syncthreads();
    Store(temp.store).Store(prefix + first, sums, count);
    __syncthreads();
    for (int k = 0; k < ITEMS; k++)
        gaps[k] = top - items[k];
    Store(temp.store).Store(gap + first, gaps, count);
}

void tile_scan(const int *in, int *prefix, int *gap, int n) {
    if (n == 0) return;
    scan_tiles<<<(n + TILE - 1) / TILE, THREADS>>>(in, prefix, gap, n);
}
