// rejected by: case n=32 (uses the number of the lane as a mask)
// says: The number of the lane is used as a mask. The mask of the lanes below has a 1 for each of them: (1u << lane) - 1.
const unsigned ALL = 0xffffffff;

__global__ void vote_kernel(const int *in, int *state, int *count, int *rank,
                            int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    int group = i / 32;

    bool hit = i < n && in[i] > 0;

    unsigned bits = __ballot_sync(ALL, hit);
    bool all = __all_sync(ALL, i >= n || hit);

    if (i < n) rank[i] = __popc(bits & lane);
    if (lane == 0 && i < n) {
        count[group] = __popc(bits);
        state[group] = bits == 0 ? 0 : all ? 2 : 1;
    }
}

void votes(const int *in, int *state, int *count, int *rank, int n) {
    if (n == 0) return;

    int threads = 256;
    vote_kernel<<<(n + threads - 1) / threads, threads>>>(in, state, count,
                                                          rank, n);
}
