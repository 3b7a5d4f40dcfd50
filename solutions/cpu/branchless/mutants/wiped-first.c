// rejected by: case (zeros first, then stores in vain)
// says: `out` is cleared before the loop. An unconditional store then leaves an element that is not kept after the last kept one: clear from the count up to `n` after the loop.
// Always stores, sometimes moves on. kept is at most i, so out is never left;
// what was stored in vain is overwritten by the next one, or by a zero.
void keep_below(const int *x, int *out, int *count, int limit, int n) {
    int kept = 0;
    for (int i = 0; i < n; i++)
        out[i] = 0;
    for (int i = 0; i < n; i++) {
        out[kept] = x[i];
        kept += x[i] < limit;
    }
    count[0] = kept;
}
