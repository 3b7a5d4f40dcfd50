// rejected by: case (the reduction gets one item of each thread)
// says: The largest element is found among the first items of the threads alone. Give Reduce the whole array of items, not items[0].
// Sums from the start of each tile, and gaps to its largest element: four
// primitives of CUB in one kernel, which share one piece of shared memory.
#define CCCL_DISABLE_BF16_SUPPORT // half the time to compile
#define CCCL_DISABLE_NVTX
#include <cub/block/block_load.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>
#include <climits>
#include <cuda/functional>

const int THREADS = 256;
const int ITEMS = 8; // neighbours, for each thread
const int TILE = THREADS * ITEMS;

using Load = cub::BlockLoad<int, THREADS, ITEMS, cub::BLOCK_LOAD_TRANSPOSE>;
using Store = cub::BlockStore<int, THREADS, ITEMS, cub::BLOCK_STORE_TRANSPOSE>;
using Scan = cub::BlockScan<int, THREADS>;
using Reduce = cub::BlockReduce<int, THREADS>;

__global__ void scan_tiles(const int *in, int *prefix, int *gap, int n) {
    __shared__ union {
        Load::TempStorage load;
        Scan::TempStorage scan;
        Reduce::TempStorage reduce;
        Store::TempStorage store;
    } temp;
    __shared__ int shared_top;
    int x[ITEMS], y[ITEMS];
    int base = blockIdx.x * TILE, count = min(TILE, n - base);

    Load(temp.load).Load(in + base, x, count, INT_MIN);
    __syncthreads(); // before temp is used again

    int top = Reduce(temp.reduce).Reduce(x[0], cuda::maximum<>{});
    if (threadIdx.x == 0) shared_top = top; // only thread 0 has it
    __syncthreads();

    Scan(temp.scan).InclusiveSum(x, y);
    __syncthreads();
    Store(temp.store).Store(prefix + base, y, count);
    __syncthreads();

    for (int i = 0; i < ITEMS; i++)
        y[i] = shared_top - x[i];
    Store(temp.store).Store(gap + base, y, count);
}

void tile_scan(const int *in, int *prefix, int *gap, int n) {
    if (n == 0) return;
    scan_tiles<<<(n + TILE - 1) / TILE, THREADS>>>(in, prefix, gap, n);
}
