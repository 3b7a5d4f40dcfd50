// Which two of four are kept, where they stood, and the product with only those, in
// double. The halves come as floats.
#include <math.h>
#include <stddef.h>

// Places of the two largest of four, in rising order; of equal ones the left.
static void largest_two(const float *x, int *left, int *right) {
    int first = 0, second = -1;
    for (int j = 1; j < 4; j++)
        if (fabsf(x[j]) > fabsf(x[first])) first = j;
    for (int j = 0; j < 4; j++)
        if (j != first && (second < 0 || fabsf(x[j]) > fabsf(x[second])))
            second = j;
    *left = first < second ? first : second;
    *right = first < second ? second : first;
}

void reference(const float *a, const float *b, double *kept,
               unsigned short *places, double *c, int m, int n, int k) {
    for (int i = 0; i < m * n; i++)
        c[i] = 0;
    for (int i = 0; i < m * (k / 16); i++)
        places[i] = 0;
    for (int r = 0; r < m; r++)
        for (int g = 0; g < k / 4; g++) {
            int at[2];
            const float *x = a + (size_t)r * k + 4 * g;
            largest_two(x, &at[0], &at[1]);
            places[(size_t)r * (k / 16) + g / 4] |=
                (unsigned short)((at[0] | at[1] << 2) << g % 4 * 4);
            for (int h = 0; h < 2; h++) {
                double v = x[at[h]];
                const float *from = b + (size_t)(4 * g + at[h]) * n;
                kept[(size_t)r * (k / 2) + 2 * g + h] = v;
                for (int j = 0; j < n; j++)
                    c[(size_t)r * n + j] += v * from[j];
            }
        }
}
