void reference(const unsigned *keys, unsigned *out, int n, int bit) {
    int k = 0;
    for (unsigned value = 0; value < 2; value++)
        for (int i = 0; i < n; i++)
            if ((keys[i] >> bit & 1) == value) out[k++] = keys[i];
}
