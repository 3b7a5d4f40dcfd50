// layernorm-backward: dx, dweight, dbias, in double.
void reference(const float *x, const float *weight, const float *dy,
               const float *mean, const float *rstd, double *dx,
               double *dweight, double *dbias, int rows, int cols);

void reference(const float *x, const float *weight, const float *dy,
               const float *mean, const float *rstd, double *dx,
               double *dweight, double *dbias, int rows, int cols) {
    for (int c = 0; c < cols; c++)
        dweight[c] = dbias[c] = 0;
    for (int i = 0; i < rows; i++) {
        long long row = (long long)i * cols;
        double m = mean[i], r = rstd[i], c1 = 0, c2 = 0;
        for (int c = 0; c < cols; c++) {
            double h = (x[row + c] - m) * r,
                   g = (double)dy[row + c] * weight[c];
            c1 += g / cols;
            c2 += g * h / cols;
            dweight[c] += dy[row + c] * h;
            dbias[c] += dy[row + c];
        }
        for (int c = 0; c < cols; c++) {
            double h = (x[row + c] - m) * r,
                   g = (double)dy[row + c] * weight[c];
            dx[row + c] = r * (g - c1 - h * c2);
        }
    }
}
