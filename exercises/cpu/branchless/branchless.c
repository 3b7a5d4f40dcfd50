// Those of x below limit to the front of out, zeros after them.
// TODO: half of the time the processor guesses this `if` wrong. Do without.
void keep_below(const int *x, int *out, int *count, int limit, int n) {
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (x[i] < limit) out[kept++] = x[i];
    for (int i = kept; i < n; i++)
        out[i] = 0;
    count[0] = kept;
}
