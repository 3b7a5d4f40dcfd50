// vector-add: c = a + b. A sum of two floats in double, rounded to float, is
// the float sum: 53 bits are more than twice 24 and two, so nothing is rounded
// twice in a way that shows. The comparison can be exact.
void reference(const float *a, const float *b, double *c, int n);

void reference(const float *a, const float *b, double *c, int n) {
    for (int i = 0; i < n; i++)
        c[i] = (double)a[i] + b[i];
}

void reference_at(const float *a, const float *b, double *c, int n,
                  long long at);

void reference_at(const float *a, const float *b, double *c, int n,
                  long long at) {
    (void)n;
    c[at] = (double)a[at] + b[at];
}
