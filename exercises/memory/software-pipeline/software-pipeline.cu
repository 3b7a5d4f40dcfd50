// out[i] = in[i - 4] + ... + in[i + 4], zero outside; one block per SM.
#include <cuda_pipeline.h>

const int BLOCK = 256;
const int TILE = 4096;
const int HALO = 4;
const int SLOT = TILE + 2 * HALO;
const int STAGES = 4;
const int RING = 128 * 1024; // bytes: one block per SM. The slots need half

__device__ void fetch(float *slot, const float *in, int tile, int n) {
    for (int i = threadIdx.x; i < SLOT; i += BLOCK) {
        int at = tile * TILE - HALO + i;
        if (at >= 0 && at < n)
            __pipeline_memcpy_async(&slot[i], &in[at], sizeof(float));
        else
            slot[i] = 0.0f;
    }
    __pipeline_commit();
}

__device__ void compute(const float *slot, float *out, int tile, int n) {
    for (int i = threadIdx.x; i < TILE; i += BLOCK) {
        float sum = 0.0f;
        for (int j = 0; j < 2 * HALO + 1; j++)
            sum += slot[i + j];
        if (tile * TILE + i < n) out[tile * TILE + i] = sum;
    }
}

__global__ void stencil_kernel(const float *in, float *out, int tiles, int n) {
    extern __shared__ float ring[]; // room for STAGES slots

    // TODO: right, but only one slot is used, and while it is filled nothing
    // is computed. Keep the copies of several tiles under way.
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        fetch(ring, in, tile, n);
        __pipeline_wait_prior(0);
        __syncthreads();
        compute(ring, out, tile, n);
        __syncthreads();
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
