#include <stddef.h>
#include <string.h>

// Any output may be NULL: it is not wanted then.
void reference(const float *x, const int *keys, double *scaled, double *sums,
               double *turned, int *bins, int rows, int cols, float a) {
    if (bins) memset(bins, 0, 256 * sizeof *bins);
    for (long r = 0; r < rows; r++) {
        double sum = 0;
        for (long c = 0; c < cols; c++) {
            double v = x[r * cols + c];
            sum += v;
            if (scaled) scaled[r * cols + c] = a * v;
            if (turned) turned[c * rows + r] = v;
            if (bins) bins[keys[r * cols + c]]++;
        }
        if (sums) sums[r] = sum;
    }
}
