// rejected by: case (each element has its last product only)
// says: Each element of `c` has only its last product, a[i][n-1] * b[n-1][j]. Is it set where it should be added to, or cleared again for every k?
// C = A B, n by n, row-major: i, k, j.
//
// With j innermost, B and C are read along their rows and a[i][k] stays in a
// register. C collects the sums, so its row is cleared first.
void matmul(const float *a, const float *b, float *c, int n) {
    for (int i = 0; i < n; i++) {
        float *row = c + i * n;
        for (int j = 0; j < n; j++)
            row[j] = 0;
        for (int k = 0; k < n; k++) {
            float x = a[i * n + k];
            for (int j = 0; j < n; j++)
                row[j] = x * b[k * n + j];
        }
    }
}
