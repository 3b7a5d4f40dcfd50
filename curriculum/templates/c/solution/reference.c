// TODO(author): what is right, in double precision, and why `compare:` fits it.
//
// The parameters are those of the entry, but float outputs are double *. Plain
// loops: nobody waits for this, and nobody may doubt it.
void reference(const float *in, double *out, int n);

void reference(const float *in, double *out, int n) {
    for (int i = 0; i < n; i++)
        out[i] = 2.0 * in[i];
}

// The output element `at` alone, for timed cases that are too large for a loop.
void reference_at(const float *in, double *out, int n, long long at);

void reference_at(const float *in, double *out, int n, long long at) {
    (void)n;
    out[at] = 2.0 * in[at];
}
