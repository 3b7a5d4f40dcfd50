// sum-kahan: in long double, whose 64 bits are enough for every case.
void reference(const float *in, double *out, int n);

void reference(const float *in, double *out, int n) {
    long double s = 0;
    for (int i = 0; i < n; i++)
        s += in[i];
    out[0] = (double)s;
}
