// rejected by: case | gate instructions (no compensation: blocks are summed in a wider type)
void balances(const double *x, double *out, double start, int n) {
    long double sum = start, block = 0;
    for (int i = 0; i < n; i++) {
        if (i % 400 == 0) {
            sum += block;
            block = 0;
        }
        block += x[i];
        out[i] = (double)(sum + block);
    }
}
