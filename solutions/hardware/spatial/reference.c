static int larger(int a, int b) {
    return a > b ? a : b;
}

void reference(const float *a, const float *x, int *facts, double *y,
               int *cycles, int *busiest_link, int m, int n, int width,
               int height, int late);

// cycles and busiest_link are at least the limit: what is better shows as that.
void reference(const float *a, const float *x, int *facts, double *y,
               int *cycles, int *busiest_link, int m, int n, int width,
               int height, int late) {
    int rows = (m + height - 1) / height, cols = (n + width - 1) / width;
    for (int i = 0; i < m; i++) {
        y[i] = 0;
        for (int j = 0; j < n; j++)
            y[i] += (double)a[(long long)i * n + j] * x[j];
    }
    int ways = 2 * height + 7 * width;
    cycles[0] = late * (width - 1) + cols * (rows + 2) + ways + 5 * rows + 10;
    busiest_link[0] = larger(rows, cols);
    for (int i = 0; i < 6; i++)
        facts[i] = 1;
}
