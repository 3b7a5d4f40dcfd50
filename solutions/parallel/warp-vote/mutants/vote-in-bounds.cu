// rejected by: trap absent-lane | trap deadlock | case n=1 | timeout (lanes without an element are in the other branch)
const unsigned ALL = 0xffffffff;

__global__ void vote_kernel(const int *in, int *state, int *count, int *rank,
                            int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    unsigned bits = 0;
    bool all = false;
    if (i < n) {
        bool hit = in[i] > 0;
        bits = __ballot_sync(ALL, hit);
        all = __all_sync(ALL, hit);
    }
    __syncwarp();
    if (i < n) rank[i] = __popc(bits & ((1u << lane) - 1));
    if (i < n && lane == 0) {
        count[i / 32] = __popc(bits);
        state[i / 32] = all ? 2 : bits != 0;
    }
}

void votes(const int *in, int *state, int *count, int *rank, int n) {
    if (n == 0) return;
    vote_kernel<<<(n + 255) / 256, 256>>>(in, state, count, rank, n);
}
