// warp-aggregate: what is served, and how many for each queue.
void reference(const int *key, int *out, int *count, int n);

void reference(const int *key, int *out, int *count, int n) {
    for (int k = 0; k < 4; k++)
        count[k] = 0;
    for (int i = 0; i < n; i++) {
        int k = key[i], work = k >= 0 && k < 4;
        out[i] = work ? 10 + k : 0;
        if (work) count[k]++;
    }
}
