// rejected by: case n=32 | trap absent-lane (only hits vote, and lane 0 stores)
// says: Only lanes with a hit vote, so the others have no word: their rank is 0, and so are count and state if lane 0 has no hit. Take the vote out of the `if`; all lanes vote, with hit as their answer.
// Votes: one group for each warp. The hits take part in the ballot, and the first
// lane stores the results of its group.

const int WARP = 32;
const int BLOCK = 256;

__global__ void vote_kernel(const int *in, int *state, int *count, int *rank,
                            int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int lane = threadIdx.x % WARP, group = i / WARP;
    unsigned word = 0;

    if (i < n && in[i] > 0) word = __ballot_sync(__activemask(), 1);

    if (i >= n) return;
    rank[i] = __popc(word & ((1u << lane) - 1));
    if (lane > 0) return;
    int hits = __popc(word);
    count[group] = hits;
    state[group] = hits == 0 ? 0 : hits == min(WARP, n - i) ? 2 : 1;
}

void votes(const int *in, int *state, int *count, int *rank, int n) {
    if (n == 0) return;

    vote_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, state, count, rank, n);
}
