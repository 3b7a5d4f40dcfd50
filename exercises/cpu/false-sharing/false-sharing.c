// Counts values in parts, each with a table of its own, and adds the tables up.
// TODO: all cores at once, and no line of 64 bytes that two of them write.
void tally(const unsigned char *x, unsigned int *table, unsigned int *total,
           int *stride, int n, int parts, int bins) {
    int len = (n + parts - 1) / parts;
    stride[0] = bins; // TODO: which counters share a line?
    for (int i = 0; i < parts * (bins + 15); i++)
        table[i] = 0;
    for (int p = 0; p < parts; p++)
        for (int i = p * len; i < (p + 1) * len && i < n; i++)
            table[p * stride[0] + x[i]]++;
    for (int b = 0; b < bins; b++) {
        total[b] = 0;
        for (int p = 0; p < parts; p++)
            total[b] += table[p * stride[0] + b];
    }
}
