// rejected by: gate instructions (gathers y, and D is loaded and stored each time)
void pairwise(const float *x, const float *y, float *d, int n, int m, int dim) {
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            d[i * m + j] = 0;
        for (int k = 0; k < dim; k++)
            for (int j = 0; j < m; j++) {
                float diff = x[i * dim + k] - y[j * dim + k];
                d[i * m + j] += diff * diff;
            }
    }
}
