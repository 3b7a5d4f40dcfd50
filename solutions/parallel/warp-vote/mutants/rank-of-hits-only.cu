// rejected by: case n=32 (elements that are no hits get no rank)
// says: Only hits store a rank. Each element has one, a hit or not: how many hits come before it in its group.
// Votes: a ballot gives all lanes all 32 answers, population count does the
// rest. A warp votes on 8 groups in turn:
//
//   group 0    0..31      lane 0 keeps the word
//   group 1   32..63      lane 1 keeps the word
//   ...
//   group 7  224..255     lane 7; then these lanes count and store

const unsigned ALL = 0xffffffff;
const int WARP = 32;
const int WARPS = 8;  // per block
const int GROUPS = 8; // per warp

enum { NONE, SOME, EVERY };

__global__ void vote_kernel(const int *in, int *state, int *count, int *rank,
                            int n) {
    int lane = threadIdx.x % WARP;
    int group = (blockIdx.x * WARPS + threadIdx.x / WARP) * GROUPS;
    unsigned below = (1u << lane) - 1, mine = 0;

    bool hit[GROUPS];
    for (int k = 0; k < GROUPS; k++) { // all loads first: none waits
        int i = (group + k) * WARP + lane;
        hit[k] = i < n && in[i] > 0;
    }
    for (int k = 0; k < GROUPS; k++) {
        int i = (group + k) * WARP + lane;
        unsigned bits = __ballot_sync(ALL, hit[k]); // all 32 lanes are here
        if (hit[k]) rank[i] = __popc(bits & below);
        if (lane == k) mine = bits;
    }

    group += lane;                          // whose word this lane has kept
    int size = min(WARP, n - group * WARP); // its elements
    if (lane >= GROUPS || size <= 0) return;
    int hits = __popc(mine);
    count[group] = hits;
    state[group] = hits == size ? EVERY : hits > 0 ? SOME : NONE;
}

void votes(const int *in, int *state, int *count, int *rank, int n) {
    if (n == 0) return;

    int each = WARPS * GROUPS * WARP; // elements per block
    vote_kernel<<<(n + each - 1) / each, WARPS * WARP>>>(in, state, count, rank,
                                                         n);
}
