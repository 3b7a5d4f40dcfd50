void reference(const float *a, const float *b, const int *index, double *from_1,
               double *from_0, double *out, int n, int m, int rounds,
               int *facts) {
    (void)rounds;
    for (int i = 0; i < n; i++) {
        from_0[i] = a[i];
        from_1[i] = b[i];
    }
    for (int i = 0; i < m; i++)
        out[i] = index[i] * 37 % 1000003;
    facts[0] = facts[1] = facts[2] = facts[3] = 1;
}
