// software-pipeline: the sum of nine neighbours; zero outside.
void reference(const float *in, double *out, int n);
void reference_at(const float *in, double *out, int n, long long at);

void reference_at(const float *in, double *out, int n, long long at) {
    double sum = 0;
    for (long long i = at - 4; i <= at + 4; i++)
        if (i >= 0 && i < n) sum += in[i];
    out[at] = sum;
}

void reference(const float *in, double *out, int n) {
    for (int i = 0; i < n; i++)
        reference_at(in, out, n, i);
}
