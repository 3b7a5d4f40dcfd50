// rejected by: case (rubbish behind the last one kept)
void keep_below(const int *x, int *out, int *count, int limit, int n) {
    int kept = 0;
    for (int i = 0; i < n; i++) {
        out[kept] = x[i];
        kept += x[i] < limit;
    }

    count[0] = kept;
}
