// rejected by: gate global_atomics | case (the order of the warps, not of the input)
constexpr int BLOCK = 256;

__global__ void keep(const float *in, float *out, int *count, int n,
                     float least) {
    int i = blockIdx.x * BLOCK + threadIdx.x, lane = threadIdx.x % 32, at = 0;
    bool mine = i < n && in[i] >= least;
    unsigned kept = __ballot_sync(~0u, mine);
    if (lane == 31) at = atomicAdd(count, __popc(kept));
    at = __shfl_sync(~0u, at, 31);
    if (mine) out[at + __popc(kept & ((1u << lane) - 1))] = in[i];
}

void compact(const float *in, float *out, int *count, int n, float least) {
    cudaMemsetAsync(count, 0, sizeof *count, 0);
    // The last block first.
    if (n > 0)
        keep<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, count, n, least);
}
