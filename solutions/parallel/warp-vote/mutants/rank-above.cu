// rejected by: case n=32 (counts the hits of the lanes above)
// says: The rank counts the hits in the lanes above. It counts those in the lanes below.
const unsigned ALL = 0xffffffff;

__global__ void vote_kernel(const int *in, int *state, int *count, int *rank,
                            int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    bool hit = i < n && in[i] > 0;
    unsigned bits = __ballot_sync(ALL, hit);
    bool all = __all_sync(ALL, hit || i >= n);
    if (i < n) rank[i] = __popc(bits & (~((2u << lane) - 1)));
    if (i < n && lane == 0) {
        count[i / 32] = __popc(bits);
        state[i / 32] = all ? 2 : bits != 0;
    }
}

void votes(const int *in, int *state, int *count, int *rank, int n) {
    if (n == 0) return;
    vote_kernel<<<(n + 255) / 256, 256>>>(in, state, count, rank, n);
}
