// warp-vote: hits in groups of 32.
void reference(const int *in, int *state, int *count, int *rank, int n);

void reference(const int *in, int *state, int *count, int *rank, int n) {
    for (int first = 0; first < n; first += 32) {
        int end = first + 32 < n ? first + 32 : n, hits = 0;
        for (int i = first; i < end; i++) {
            rank[i] = hits;
            hits += in[i] > 0;
        }
        count[first / 32] = hits;
        state[first / 32] = hits == end - first ? 2 : hits > 0;
    }
}
