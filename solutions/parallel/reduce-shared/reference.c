// reduce-shared: sums of stretches of 256.
void reference(const float *in, double *out, int n);

void reference(const float *in, double *out, int n) {
    for (int first = 0; first < n; first += 256) {
        double sum = 0;
        for (int i = first; i < n && i < first + 256; i++)
            sum += in[i];
        out[first / 256] = sum;
    }
}
