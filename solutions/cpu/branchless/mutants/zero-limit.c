// rejected by: case (compares with 0)
// says: The elements are compared with 0. The bound is the parameter `limit`.
// Always stores, sometimes moves on. kept is at most i, so out is never left;
// what was stored in vain is overwritten by the next one, or by a zero.
void keep_below(const int *x, int *out, int *count, int limit, int n) {
    int kept = 0;
    for (int i = 0; i < n; i++) {
        out[kept] = x[i];
        kept += x[i] < 0;
    }
    for (int i = kept; i < n; i++)
        out[i] = 0;
    count[0] = kept;
}
