// rejected by: case n=33 (the rank counts all elements of the groups before)
// says: The rank goes on from group to group: 32 is added for each. It counts the hits before the element in its own group only, so each group begins at 0.
const unsigned ALL = 0xffffffff;

__global__ void vote_kernel(const int *in, int *state, int *count, int *rank,
                            int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    int group = i / 32;

    bool hit = i < n && in[i] > 0;

    unsigned bits = __ballot_sync(ALL, hit);
    bool all = __all_sync(ALL, i >= n || hit);

    if (i < n) rank[i] = __popc(bits & ((1u << lane) - 1)) + group * 32;
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
