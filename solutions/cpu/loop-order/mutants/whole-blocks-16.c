// rejected by: case (whole blocks of 16 only)
// says: Only whole blocks are computed. Where n is no multiple of their size, the last rows, columns and products are left out: round the number of blocks up, and end the last one at n.
// C = A B, n by n, row-major: i, k, j.
//
// With j innermost, B and C are read along their rows and a[i][k] stays in a
// register. C collects the sums, so its row is cleared first.
void matmul(const float *a, const float *b, float *c, int n) {
    int all = n / 16 * 16;
    for (int i = 0; i < n * n; i++)
        c[i] = 0;
    for (int i = 0; i < all; i++) {
        float *row = c + i * n;
        for (int k = 0; k < all; k++) {
            float x = a[i * n + k];
            for (int j = 0; j < all; j++)
                row[j] += x * b[k * n + j];
        }
    }
}
