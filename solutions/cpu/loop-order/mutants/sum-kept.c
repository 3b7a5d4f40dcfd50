// rejected by: case n=2 (the two inner loops are exchanged, and the sum stays between them)
// says: `sum` adds over j now. Products with different j belong to different elements of `c`: add each one to its own c[i][j].
void matmul(const float *a, const float *b, float *c, int n) {
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++) {
            float sum = 0;
            for (int j = 0; j < n; j++)
                sum += a[i * n + k] * b[k * n + j];
            c[i * n + k] = sum;
        }
    }
}
