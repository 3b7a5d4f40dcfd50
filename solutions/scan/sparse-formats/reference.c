#include <stddef.h>

void reference(const int *ell_cols, const float *ell_values,
               const int *jds_length, const int *jds_order, const int *jds_cols,
               const float *jds_values, const int *coo_rows,
               const int *coo_cols, const float *coo_values, const float *x,
               double *y, int rows, int width, int slots, int longest,
               int extra) {
    (void)width;
    for (int r = 0; r < rows; r++)
        y[r] = 0;
    for (int s = 0; s < slots; s++)
        for (int r = 0; r < rows; r++) {
            size_t i = (size_t)s * rows + r;
            if (ell_cols[i] >= 0)
                y[r] += (double)ell_values[i] * x[ell_cols[i]];
        }
    size_t i = 0;
    for (int d = 0; d < longest; d++)
        for (int p = 0; p < rows; p++)
            if (jds_length[p] > d) {
                y[jds_order[p]] += (double)jds_values[i] * x[jds_cols[i]];
                i++;
            }
    for (int e = 0; e < extra; e++)
        y[coo_rows[e]] += (double)coo_values[e] * x[coo_cols[e]];
}
