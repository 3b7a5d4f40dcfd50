// rejected by: trap out-of-bounds | guard (moves on, then stores)
void keep_below(const int *x, int *out, int *count, int limit, int n) {
    int kept = 0;
    for (int i = 0; i < n; i++) {
        kept += x[i] < limit;
        out[kept] = x[i];
    }
    for (int i = kept; i < n; i++)
        out[i] = 0;
    count[0] = kept;
}
