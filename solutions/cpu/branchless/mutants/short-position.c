// rejected by: case a long array (the position has 16 bits)
void keep_below(const int *x, int *out, int *count, int limit, int n) {
    unsigned short kept = 0;
    for (int i = 0; i < n; i++) {
        out[kept] = x[i];
        kept += x[i] < limit;
    }
    for (int i = kept; i < n; i++)
        out[i] = 0;
    count[0] = kept;
}
