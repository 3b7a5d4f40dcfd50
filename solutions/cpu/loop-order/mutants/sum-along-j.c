// rejected by: case n=2 (the sum runs over j, for each k anew)
// says: `sum` runs along j now, so c[i][j] gets products of other columns as well. Each j has an element of c of its own: clear c first, and add each product to its own c[i][j], without `sum`.
// C = A B, n by n: the loops over k and j have changed places.
void matmul(const float *a, const float *b, float *c, int n) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            float x = a[i * n + k], sum = 0;
            for (int j = 0; j < n; j++)
                c[i * n + j] = sum += x * b[k * n + j];
        }
}
