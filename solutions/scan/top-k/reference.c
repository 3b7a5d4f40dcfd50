#include <math.h>

void reference(const float *x, double *values, int *places, int rows, int cols,
               int k) {
    for (long r = 0; r < rows; r++) {
        const float *row = x + r * cols;
        double last = INFINITY;
        int last_place = -1;
        for (int j = 0; j < k; j++) {
            int best = -1;
            for (int c = 0; c < cols; c++) {
                int is_after =
                    row[c] < last || (row[c] == last && c > last_place);
                if (is_after && (best < 0 || row[c] > row[best])) best = c;
            }
            last = row[best];
            last_place = best;
            if (values) values[r * k + j] = last;
            if (places) places[r * k + j] = best;
        }
    }
}
