// out[c][r] = in[r][c]
static void transpose_all(const float *in, float *out, int rows, int cols) {
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++)
#ifdef BUG
            out[c * cols + r] = in[r * cols + c];
#else
            out[c * rows + r] = in[r * cols + c];
#endif
}
