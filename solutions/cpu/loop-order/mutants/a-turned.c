// rejected by: case (reads a[k][i])
// says: The products take a[k][i]. They need a[i][k]: change the order of the loops, and not the element.
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
            float x = a[k * n + i];
            for (int j = 0; j < n; j++)
                row[j] += x * b[k * n + j];
        }
    }
}
