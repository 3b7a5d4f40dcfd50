// rejected by: trap undefined-behaviour | case large numbers, n=50 (takes the sign of a difference)
// says: The sign of x - `limit` decides. The difference does not fit an int where both are large, and then its sign is wrong. A comparison is always right.
// Always stores, sometimes moves on. kept is at most i, so out is never left;
// what was stored in vain is overwritten by the next one, or by a zero.
void keep_below(const int *x, int *out, int *count, int limit, int n) {
    int kept = 0;
    for (int i = 0; i < n; i++) {
        out[kept] = x[i];
        kept += (unsigned)(x[i] - limit) >> 31;
    }
    for (int i = kept; i < n; i++)
        out[i] = 0;
    count[0] = kept;
}
