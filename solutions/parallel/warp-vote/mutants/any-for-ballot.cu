// rejected by: case n=32 (__any_sync gives a yes or a no, not the 32 bits)
// says: The word holds one bit, as __any_sync returns it: is there a hit at all? __ballot_sync returns a bit for each lane.
const unsigned ALL = 0xffffffff;

__global__ void vote_kernel(const int *in, int *state, int *count, int *rank,
                            int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    int group = i / 32;

    bool hit = i < n && in[i] > 0;

    unsigned bits = __any_sync(ALL, hit);
    bool all = __all_sync(ALL, i >= n || hit);

    if (i < n) rank[i] = __popc(bits & ((1u << lane) - 1));
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
