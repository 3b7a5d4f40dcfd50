// conv-1d: a sum of k products around each element; zero outside.
void reference(const float *in, const float *taps, double *out, int n, int k);
void reference_at(const float *in, const float *taps, double *out, int n, int k,
                  long long at);

void reference_at(const float *in, const float *taps, double *out, int n, int k,
                  long long at) {
    double sum = 0;
    for (int j = 0; j < k; j++) {
        long long i = at + j - k / 2;
        if (i >= 0 && i < n) sum += (double)taps[j] * in[i];
    }
    out[at] = sum;
}

void reference(const float *in, const float *taps, double *out, int n, int k) {
    for (int i = 0; i < n; i++)
        reference_at(in, taps, out, n, k, i);
}
