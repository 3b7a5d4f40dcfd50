// rejected by: case n=32 (lane 0 alone comes to the votes for the state)
// says: The state is 2 where the first element of the group is a hit, and 0 elsewhere: the other lanes do not take part. All lanes must come to __all_sync and __any_sync, outside of `if (lane == 0)`; only the store belongs into it.
const unsigned ALL = 0xffffffff;

__global__ void vote_kernel(const int *in, int *state, int *count, int *rank, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    bool hit = i < n && in[i] > 0;
    unsigned bits = __ballot_sync(ALL, hit);
    if (i < n) rank[i] = __popc(bits & ((1u << lane) - 1));
    if (lane == 0 && i < n) {
        state[i / 32] = __all_sync(ALL, hit) ? 2 : __any_sync(ALL, hit) ? 1 : 0;
        count[i / 32] = __popc(bits);
    }
}

void votes(const int *in, int *state, int *count, int *rank, int n) {
    if (n > 0) vote_kernel<<<(n + 255) / 256, 256>>>(in, state, count, rank, n);
}
