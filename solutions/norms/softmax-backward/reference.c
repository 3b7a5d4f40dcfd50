// softmax-backward: y * (dy - dot(y, dy)), in double.
void reference(const float *y, const float *dy, double *dx, int rows, int cols);

void reference(const float *y, const float *dy, double *dx, int rows,
               int cols) {
    for (int r = 0; r < rows; r++) {
        long long row = (long long)r * cols;
        double s = 0;
        for (int c = 0; c < cols; c++)
            s += (double)y[row + c] * dy[row + c];
        for (int c = 0; c < cols; c++)
            dx[row + c] = y[row + c] * (dy[row + c] - s);
    }
}
