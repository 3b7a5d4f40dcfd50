void reference(const float *x, const float *dy, const float *gain,
               const float *mean, const float *rstd, double *dx, double *dgain,
               double *dbias, int rows, int cols) {
    for (int c = 0; c < cols; c++)
        dgain[c] = dbias[c] = 0;
    for (long r = 0; r < rows; r++) {
        const float *v = x + r * cols, *d = dy + r * cols;
        double c1 = 0, c2 = 0, s = rstd[r];
        for (int c = 0; c < cols; c++) {
            double h = (v[c] - (double)mean[r]) * s, w = (double)d[c] * gain[c];
            c1 += w / cols;
            c2 += w * h / cols;
            dgain[c] += d[c] * h;
            dbias[c] += d[c];
        }
        for (int c = 0; c < cols; c++) {
            double h = (v[c] - (double)mean[r]) * s, w = (double)d[c] * gain[c];
            dx[r * cols + c] = s * (w - c1 - h * c2);
        }
    }
}
