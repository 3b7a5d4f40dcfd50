void reference(const float *x, const float *bias, int *facts, double *y,
               int rows, int cols) {
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            y[(long)i * cols + j] = (double)x[(long)i * cols + j] + bias[j];
    for (int i = 0; i < 8; i++)
        facts[i] = 1;
}
