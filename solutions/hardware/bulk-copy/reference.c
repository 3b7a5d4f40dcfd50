// bulk-copy: the columns of a matrix in another order.

void reference(const int *in, const int *order, int *out, int rows, int n);

void reference(const int *in, const int *order, int *out, int rows, int n) {
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < n; i++)
            out[(long long)r * n + i] = in[(long long)r * n + order[i]];
}
