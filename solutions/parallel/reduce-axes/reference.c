// reduce-axes: sums along each axis.
void reference(const float *in, double *over_a, double *over_b, double *over_c,
               int na, int nb, int nc);

static void zero(double *x, int n) {
    for (int i = 0; i < n; i++)
        x[i] = 0;
}

void reference(const float *in, double *over_a, double *over_b, double *over_c,
               int na, int nb, int nc) {
    zero(over_a, nb * nc);
    zero(over_b, na * nc);
    zero(over_c, na * nb);
    for (int a = 0; a < na; a++)
        for (int b = 0; b < nb; b++)
            for (int c = 0; c < nc; c++) {
                double x = in[((long long)a * nb + b) * nc + c];
                over_a[b * nc + c] += x;
                over_b[a * nc + c] += x;
                over_c[a * nb + b] += x;
            }
}
