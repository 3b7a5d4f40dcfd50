// rejected by: case n=64 | case (c is cleared for each block of k)
// says: Up to one block everything is right. With more, each element has the products of the last block of k only: c is cleared, or set, again for each block. Clear it once, before the first one.
// C = A B, n by n, row-major, in blocks of 32.
enum { BLOCK = 32 };

static int least(int a, int b) {
    return a < b ? a : b;
}

void matmul(const float *a, const float *b, float *c, int n) {
    for (int i0 = 0; i0 < n; i0 += BLOCK)
        for (int k0 = 0; k0 < n; k0 += BLOCK)
            for (int i = i0; i < least(i0 + BLOCK, n); i++) {
                float *row = c + i * n;
                for (int j = 0; j < n; j++)
                    row[j] = 0;
                for (int k = k0; k < least(k0 + BLOCK, n); k++)
                    for (int j = 0; j < n; j++)
                        row[j] += a[i * n + k] * b[k * n + j];
            }
}
