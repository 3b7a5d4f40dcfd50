// cute-tensors: out[c][r] = in[r][c]. Nothing is computed, so this is exact.
void reference(const float *in, double *out, int rows, int cols);

// Small tiles, because this is slow on a CPU for the same reason as on a GPU.
enum { TILE = 16 };

static int least(int a, int b) {
    return a < b ? a : b;
}

void reference(const float *in, double *out, int rows, int cols) {
    for (int r0 = 0; r0 < rows; r0 += TILE)
        for (int c0 = 0; c0 < cols; c0 += TILE)
            for (int c = c0; c < least(c0 + TILE, cols); c++)
                for (int r = r0; r < least(r0 + TILE, rows); r++)
                    out[(long long)c * rows + r] = in[(long long)r * cols + c];
}

void reference_at(const float *in, double *out, int rows, int cols,
                  long long at);

void reference_at(const float *in, double *out, int rows, int cols,
                  long long at) {
    out[at] = in[at % rows * cols + at / rows];
}
