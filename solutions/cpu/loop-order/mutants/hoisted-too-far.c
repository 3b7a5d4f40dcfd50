// rejected by: case n=2 (a[i][0] stands for the whole row)
// says: The factor of a is the same for all k, a[i][0]: it was taken out of one loop too many. It changes with k, so load it inside of the loop over k.
// C = A B, n by n, row-major: i, k, j.
//
// With j innermost, B and C are read along their rows and a[i][k] stays in a
// register. C collects the sums, so its row is cleared first.
void matmul(const float *a, const float *b, float *c, int n) {
    for (int i = 0; i < n; i++) {
        float *row = c + i * n;
        for (int j = 0; j < n; j++)
            row[j] = 0;
        float x = a[i * n];
        for (int k = 0; k < n; k++) {
            for (int j = 0; j < n; j++)
                row[j] += x * b[k * n + j];
        }
    }
}
