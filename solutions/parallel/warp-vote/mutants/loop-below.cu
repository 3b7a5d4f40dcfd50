// rejected by: gate divergence | gate bandwidth (each lane reads the elements before it again)
const unsigned ALL = 0xffffffff;

__global__ void vote_kernel(const int *in, int *state, int *count, int *rank,
                            int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32;
    if (i >= n) return;
    int first = i - lane, before = 0;
    for (int k = first; k < i; k++)
        before += in[k] > 0;
    rank[i] = before;
    if (lane > 0) return;
    int end = min(first + 32, n), hits = 0;
    for (int k = first; k < end; k++)
        hits += in[k] > 0;
    count[i / 32] = hits;
    state[i / 32] = hits == end - first ? 2 : hits > 0;
}

void votes(const int *in, int *state, int *count, int *rank, int n) {
    if (n == 0) return;
    vote_kernel<<<(n + 255) / 256, 256>>>(in, state, count, rank, n);
}
