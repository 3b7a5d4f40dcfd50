// rejected by: case (zeros begin one late)
// says: The zeros begin one place too late: out[count] still holds an element that is not kept.
// Always stores, sometimes moves on. kept is at most i, so out is never left;
// what was stored in vain is overwritten by the next one, or by a zero.
void keep_below(const int *x, int *out, int *count, int limit, int n) {
    int kept = 0;
    for (int i = 0; i < n; i++) {
        out[kept] = x[i];
        kept += x[i] < limit;
    }
    for (int i = kept + 1; i < n; i++)
        out[i] = 0;
    count[0] = kept;
}
