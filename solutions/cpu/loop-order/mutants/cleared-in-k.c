// rejected by: case n=2 (element k of the row is cleared in step k)
// says: Element k of the row is set to 0 in step k, after the steps before have added to it: their products are lost. Clear the whole row of `c` before the loop over k.
void matmul(const float *a, const float *b, float *c, int n) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            c[i * n + k] = 0;
            for (int j = 0; j < n; j++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
        }
}
