void reference(const int *a, const int *b, int *out, int na, int nb) {
    int i = 0, j = 0;
    for (int k = 0; k < na + nb; k++) {
        int from_a = i < na && (j >= nb || a[i] <= b[j]);
        out[k] = from_a ? a[i++] : b[j++];
    }
}
