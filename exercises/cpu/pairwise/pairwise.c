// Squared distances of all x (n by dim) to all y (m by dim): naive.
// TODO: blocked, or as a product. Many sums at once.
void pairwise(const float *x, const float *y, float *d, int n, int m, int dim) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int k = 0; k < dim; k++) {
                float diff = x[i * dim + k] - y[j * dim + k];
                sum += diff * diff;
            }
            d[i * m + j] = sum;
        }
}
