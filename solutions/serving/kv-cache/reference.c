// kv-cache: element by element. Integers count in 64 bits.
#define ENTRY                                                                  \
    const float *k, const float *v, const int *lengths, const int *counts,     \
        double *k_cache, double *v_cache, int batch, int tokens, int heads,    \
        int dim, int capacity

void reference(ENTRY);

void reference(ENTRY) {
    long long from = 0;
    for (long long b = 0; b < batch; b++)
        for (int t = 0; t < tokens; t++)
            for (int h = 0; h < heads; h++)
                for (int d = 0; d < dim; d++, from++) {
                    if (t >= counts[b]) continue;
                    long long at = lengths[b] + t, head = b * heads + h;
                    k_cache[(head * dim + d) * capacity + at] = k[from];
                    v_cache[(head * capacity + at) * dim + d] = v[from];
                }
}
