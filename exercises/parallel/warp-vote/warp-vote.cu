// Votes: none, some or all; how many; and how many before me.

const unsigned ALL = 0xffffffff;

__global__ void vote_kernel(const int *in, int *state, int *count, int *rank,
                            int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    int group = i / 32;

    bool hit = i < n && in[i] > 0;

    // TODO: a vote of the warp. What do lanes without an element answer?
    unsigned bits = hit;

    if (i < n) rank[i] = 0;      // TODO: hits in the lanes below this one
    if (lane == 0 && i < n) {
        count[group] = bits;     // TODO
        state[group] = bits > 0; // TODO: 0 none, 1 some, 2 all
    }
}

void votes(const int *in, int *state, int *count, int *rank, int n) {
    if (n == 0) return;

    int threads = 256;
    vote_kernel<<<(n + threads - 1) / threads, threads>>>(in, state, count,
                                                          rank, n);
}
