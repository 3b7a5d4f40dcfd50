// vector-loads: twice the elements of a slice. Doubling is exact.
void reference(double *x, int first, int n);

void reference(double *x, int first, int n) {
    for (int i = 0; i < n; i++)
        x[first + i] *= 2;
}
