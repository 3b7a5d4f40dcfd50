#include <math.h>

void reference(const float *x, const float *w, const float *limits, double *y,
               double *largest, int calls, int rows, int cols, int outs) {
    for (int c = 0; c < calls; c++) {
        double *h = y + (long)c * rows * outs;
        double most = 0, count = 0, scale = 1;
        for (int r = 0; r < rows; r++) {
            double sum = 0;
            for (int o = 0; o < outs; o++) {
                double dot = 0;
                for (int k = 0; k < cols; k++)
                    dot += (double)x[((long)c * rows + r) * cols + k] *
                           w[(long)k * outs + o];
                h[r * outs + o] = dot;
                sum += dot;
            }
            for (int o = 0; o < outs; o++) {
                if (sum < 0) h[r * outs + o] *= 0.1;
                most = fmax(most, fabs(h[r * outs + o]));
            }
        }
        if (most > limits[c]) scale = limits[c] / most;
        for (int i = 0; i < rows * outs; i++)
            count += h[i] > 0;
        for (int i = 0; i < rows * outs; i++)
            h[i] *= scale / fmax(count, 1);
        largest[c] = most;
    }
}
