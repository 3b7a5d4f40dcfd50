// rejected by: gate smem_requests (counts in shared memory)
const unsigned ALL = 0xffffffff;

__global__ void vote_kernel(const int *in, int *state, int *count, int *rank,
                            int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    __shared__ int hits[8];
    int warp = threadIdx.x / 32;
    if (lane == 0) hits[warp] = 0;
    __syncthreads();
    bool hit = i < n && in[i] > 0;
    if (hit) atomicAdd(&hits[warp], 1);
    __syncthreads();
    int total = hits[warp];
    unsigned bits = __ballot_sync(ALL, hit);
    if (i < n) rank[i] = __popc(bits & ((1u << lane) - 1));
    if (i < n && lane == 0) {
        count[i / 32] = total;
        state[i / 32] = total == min(32, n - i) ? 2 : total > 0;
    }
}

void votes(const int *in, int *state, int *count, int *rank, int n) {
    if (n == 0) return;
    vote_kernel<<<(n + 255) / 256, 256>>>(in, state, count, rank, n);
}
