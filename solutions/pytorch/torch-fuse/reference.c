void reference(const float *frames, const float *shift, const float *scale,
               const float *w, double *y, double *totals, int n, int rows,
               int cols, int outs) {
    for (int call = 0; call < 2; call++)
        for (int f = 0; f < n; f++) {
            const float *in = frames + (long)(call ? n - 1 - f : f) * rows * cols;
            double *out = y + ((long)call * n + f) * rows * outs;
            double total = 0;
            for (int r = 0; r < rows; r++)
                for (int o = 0; o < outs; o++) {
                    double sum = 0;
                    for (int c = 0; c < cols; c++)
                        sum += ((double)in[r * cols + c] - shift[c]) * scale[c] *
                               w[c * outs + o];
                    out[r * outs + o] = sum > 0 ? sum : 0;
                    total += out[r * outs + o];
                }
            totals[call * n + f] = total;
        }
}
