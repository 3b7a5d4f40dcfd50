// rejected by: gate traffic | gate bandwidth (each lane reads the elements before its own from the cache: no vote)
__global__ void vote(const int *in, int *state, int *count, int *rank, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, first = i & ~31;
    if (i >= n) return;
    int end = min(first + 32, n), before = 0, hits = 0;
    for (int k = first; k < end; k++) {
        int hit = in[k] > 0;
        hits += hit;
        before += hit & (k < i);
    }
    rank[i] = before;
    if (i == first) {
        count[i / 32] = hits;
        state[i / 32] = hits == end - first ? 2 : hits > 0;
    }
}
void votes(const int *in, int *state, int *count, int *rank, int n) {
    if (n) vote<<<(n + 255) / 256, 256>>>(in, state, count, rank, n);
}
