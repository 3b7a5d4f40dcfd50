// rejected by: case (counts those that are not kept)
// says: `count[0]` holds how many were dropped. It is the number of kept ones.
// Always stores, sometimes moves on. kept is at most i, so out is never left;
// what was stored in vain is overwritten by the next one, or by a zero.
void keep_below(const int *x, int *out, int *count, int limit, int n) {
    int kept = 0;
    for (int i = 0; i < n; i++) {
        out[kept] = x[i];
        kept += x[i] < limit;
    }
    for (int i = kept; i < n; i++)
        out[i] = 0;
    count[0] = n - kept;
}
