#include <math.h>

void reference(const float *x, double *p, double *lse, int *breaks, int rows,
               int cols) {
    for (int i = 0; i < rows; i++) {
        const float *row = x + (long long)i * cols;
        double most = row[0], sum = 0;
        for (int j = 1; j < cols; j++)
            most = fmax(most, row[j]);
        for (int j = 0; j < cols; j++)
            sum += exp(row[j] - most);
        for (int j = 0; j < cols; j++)
            p[(long long)i * cols + j] = exp(row[j] - most) / sum;
        lse[i] = most + log(sum);
    }
    // From the limits of single precision, not from anybody's expf.
    breaks[0] = (int)ceil(log(0x1.ffffffp127));
    breaks[1] = (int)floor(log(0x1p-150));
}
