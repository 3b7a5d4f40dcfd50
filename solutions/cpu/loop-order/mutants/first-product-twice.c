// rejected by: case (the first product is in the sum twice)
// says: The first product, a[i][0] * b[0][j], is in each sum twice. After a start with it, k begins at 1.
// C = A B, n by n, row-major: i, k, j.
//
// With j innermost, B and C are read along their rows and a[i][k] stays in a
// register. C collects the sums, so its row is cleared first.
void matmul(const float *a, const float *b, float *c, int n) {
    for (int i = 0; i < n; i++) {
        float *row = c + i * n;
        for (int j = 0; j < n; j++)
            row[j] = a[i * n] * b[j];
        for (int k = 0; k < n; k++) {
            float x = a[i * n + k];
            for (int j = 0; j < n; j++)
                row[j] += x * b[k * n + j];
        }
    }
}
