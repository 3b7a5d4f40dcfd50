void reference(const float *x, const float *y, double *d, int n, int m,
               int dim) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double sum = 0;
            for (int k = 0; k < dim; k++) {
                double diff = (double)x[i * dim + k] - y[j * dim + k];
                sum += diff * diff;
            }
            d[(long long)i * m + j] = sum;
        }
}
