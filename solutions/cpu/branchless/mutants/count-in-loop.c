// rejected by: case (no count if n is 0)
// says: `count[0]` is stored only if there are elements. With n = 0 it is 0, and must be stored too.
// Always stores, sometimes moves on. kept is at most i, so out is never left;
// what was stored in vain is overwritten by the next one, or by a zero.
void keep_below(const int *x, int *out, int *count, int limit, int n) {
    int kept = 0;
    for (int i = 0; i < n; i++) {
        out[kept] = x[i];
        kept += x[i] < limit;
        count[0] = kept;
    }
    for (int i = kept; i < n; i++)
        out[i] = 0;
}
