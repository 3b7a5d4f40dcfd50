// rejected by: trap async-copy | trap shared-race | trap uninitialised-shared | case (the slot follows from the number of the tile in the array)
// out[i] = in[i - 4] + ... + in[i + 4], zero outside; one block per SM.
#include <cuda_pipeline.h>

const int BLOCK = 256;
const int TILE = 4096; // outputs per tile
const int HALO = 4;    // inputs on both sides; a multiple of 16 bytes
const int SLOT = TILE + 2 * HALO;
const int STAGES = 4;
const int RING = 128 * 1024; // bytes: one block per SM. The slots need half

// Starts the copies of a tile, if there is such a tile, and closes a group.
__device__ void fetch(float *slot, const float *in, int tile, int tiles,
                      int n) {
    int from = tile * TILE - HALO;
    for (int i = 4 * threadIdx.x; i < SLOT && tile < tiles; i += 4 * BLOCK) {
        int at = from + i;
        if (at >= 0 && at + 4 <= n) {
            __pipeline_memcpy_async(&slot[i], &in[at], 16);
            continue;
        }
        for (int k = 0; k < 4; k++) // at the ends of in: zeros beside it
            slot[i + k] = at + k >= 0 && at + k < n ? in[at + k] : 0.0f;
    }
    __pipeline_commit();
}

// Four sums of nine neighbours from twelve inputs.
__device__ float4 sums(const float *p) {
    float v[12];
    for (int k = 0; k < 3; k++)
        *(float4 *)&v[4 * k] = *(const float4 *)&p[4 * k];
    float middle = v[3] + v[4] + v[5] + v[6] + v[7] + v[8]; // in all four
    float left = v[1] + v[2], right = v[9] + v[10];
    return make_float4(v[0] + left + middle, left + middle + v[9],
                       v[2] + middle + right, middle + right + v[11]);
}

__device__ void compute(const float *slot, float *out, int tile, int n) {
    for (int i = 4 * threadIdx.x; i < TILE; i += 4 * BLOCK) {
        int at = tile * TILE + i;
        float4 s = sums(&slot[i]);
        if (at + 4 <= n) {
            *(float4 *)&out[at] = s;
            continue;
        }
        const float rest[] = {s.x, s.y, s.z};
        for (int k = 0; k < 3 && at + k < n; k++)
            out[at + k] = rest[k];
    }
}

__global__ void stencil_kernel(const float *in, float *out, int tiles, int n) {
    extern __shared__ __align__(16) float ring[]; // room for STAGES slots

    int mine = tiles > (int)blockIdx.x ? (tiles - blockIdx.x + gridDim.x - 1) / gridDim.x : 0;
    for (int s = 0; s < STAGES - 1; s++)
        if (s < mine) fetch(ring + (blockIdx.x + s * gridDim.x) % STAGES * SLOT, in, blockIdx.x + s * gridDim.x, tiles, n);
        else __pipeline_commit();
    for (int s = 0; s < mine; s++) {
        __pipeline_wait_prior(STAGES - 2);
        __syncthreads();
        int next = s + STAGES - 1;
        if (next < mine) fetch(ring + (blockIdx.x + next * gridDim.x) % STAGES * SLOT, in, blockIdx.x + next * gridDim.x, tiles, n);
        else __pipeline_commit();
        compute(ring + (blockIdx.x + s * gridDim.x) % STAGES * SLOT, out, blockIdx.x + s * gridDim.x, n);
    }
}

void stencil(const float *in, float *out, int n) {
    if (n == 0) return;

    int device = 0, sms = 0, tiles = (n + TILE - 1) / TILE;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
    cudaFuncSetAttribute(stencil_kernel,
                         cudaFuncAttributeMaxDynamicSharedMemorySize, RING);
    stencil_kernel<<<min(sms, tiles), BLOCK, RING>>>(in, out, tiles, n);
}
