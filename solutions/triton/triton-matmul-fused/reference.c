void reference(const float *q, const float *k, const float *bias, double *out,
               int m, int n, int d, float scale) {
    for (long i = 0; i < m; i++)
        for (long j = 0; j < n; j++) {
            double sum = 0;
            for (long l = 0; l < d; l++)
                sum += (double)q[i * d + l] * k[j * d + l];
            out[i * n + j] = j <= i ? sum * scale + bias[j] : -10000;
        }
}
