// rejected by: case at the limit (keeps what equals the limit)
// says: Elements that equal the limit are kept, too. Only elements below it are.
void keep_below(const int *x, int *out, int *count, int limit, int n) {
    int kept = 0;
    for (int i = 0; i < n; i++) {
        out[kept] = x[i];
        kept += x[i] <= limit;
    }
    for (int i = kept; i < n; i++)
        out[i] = 0;
    count[0] = kept;
}
