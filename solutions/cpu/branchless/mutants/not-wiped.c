// rejected by: case (rubbish behind the last one kept)
// says: After the last element that is kept, `out` is not cleared. It has zeros from there up to `n`.
void keep_below(const int *x, int *out, int *count, int limit, int n) {
    int kept = 0;
    for (int i = 0; i < n; i++) {
        out[kept] = x[i];
        kept += x[i] < limit;
    }

    count[0] = kept;
}
