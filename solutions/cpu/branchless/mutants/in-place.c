// rejected by: case (each stays at its place)
// says: What is kept stays at its own index, with gaps. Kept elements lie side by side from out[0] on.
// Always stores, sometimes moves on. kept is at most i, so out is never left;
// what was stored in vain is overwritten by the next one, or by a zero.
void keep_below(const int *x, int *out, int *count, int limit, int n) {
    int kept = 0;
    for (int i = 0; i < n; i++) {
        out[i] = x[i] * (x[i] < limit);
        kept += x[i] < limit;
    }
    for (int i = kept; i < n; i++)
        out[i] = 0;
    count[0] = kept;
}
