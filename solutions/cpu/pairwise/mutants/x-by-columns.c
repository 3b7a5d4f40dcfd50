// rejected by: case (x is read as dim rows of n)
// says: x is read as if it had dim rows of n. It has a row of dim coordinates for each point: x[i * dim + k].
// Squared distances, one after the other.
void pairwise(const float *x, const float *y, float *d, int n, int m, int dim) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float sum = 0;
            for (int k = 0; k < dim; k++) {
                float diff = x[k * n + i] - y[j * dim + k];
                sum += diff * diff;
            }
            d[i * m + j] = sum;
        }
}
