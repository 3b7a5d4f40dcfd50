void reference(const unsigned char *x, unsigned int *table, unsigned int *total,
               int *stride, int n, int parts, int bins) {
    int len = (n + parts - 1) / parts;
    stride[0] = bins;
    while (stride[0] * 4 % 64 != 0)
        stride[0]++;
    for (int i = 0; i < parts * (bins + 15); i++)
        table[i] = 0;
    for (int b = 0; b < bins; b++)
        total[b] = 0;
    for (int i = 0; i < n; i++) {
        table[i / len * stride[0] + x[i]]++;
        total[x[i]]++;
    }
}
