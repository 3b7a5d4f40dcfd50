// rejected by: case n=2 | pattern transposed (c[j][i] gets the sum of c[i][j])
// says: The products for c[i][j] are added to c[j][i]. Row i of a and column j of b belong to c[i * n + j].
// C = A B, n by n: cleared, then i, k, j.
void matmul(const float *a, const float *b, float *c, int n) {
    for (int i = 0; i < n * n; i++)
        c[i] = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                c[j * n + i] += a[i * n + k] * b[k * n + j];
}
