// rejected by: case (forgets one of the two squares)
// says: The distance is |x|^2 - 2 x.y. The square of the other point, |y|^2, is missing.
void pairwise(const float *x, const float *y, float *d, int n, int m, int dim) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float square = 0, both = 0;
            for (int k = 0; k < dim; k++) {
                square += x[i * dim + k] * x[i * dim + k];
                both += x[i * dim + k] * y[j * dim + k];
            }
            d[i * m + j] = square - 2 * both;
        }
}
