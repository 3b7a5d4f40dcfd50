// rejected by: case (b[j][k] is fast to read, and the wrong element)
// says: The sum reads b[j][k]. It needs b[k][j]: change the order of the loops, and not the element.
void matmul(const float *a, const float *b, float *c, int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[i * n + k] * b[j * n + k];
            c[i * n + j] = sum;
        }
}
