// rejected by: case large (the book's formula)
// says: The formula as it stands in the book: exp overflows for large numbers. Subtract the largest value of the row first.

// Softmax and log-sum-exp of each row, by the book.
void softmax(const float *x, float *p, float *lse, int *breaks, int rows,
             int cols) {
    for (int i = 0; i < rows; i++) {
        float sum = 0;
        for (int j = 0; j < cols; j++)
            sum += expf(x[i * cols + j]);
        for (int j = 0; j < cols; j++)
            p[i * cols + j] = expf(x[i * cols + j]) / sum;
        lse[i] = logf(sum);
    }
    breaks[0] = 89;
    breaks[1] = -104;
}
