void reference(const float *in, double *out, int *facts, int n, int steps,
               int rounds, int once) {
    (void)once;
    for (int k = 0; out && k < n; k++) {
        double v = in[k];
        for (int t = 0; t < rounds; t++)
            for (int i = 0; i < steps; i++)
                v = 0.5 * v + i;
        out[k] = v;
    }
    for (int i = 0; facts && i < 9; i++)
        facts[i] = 1;
}
