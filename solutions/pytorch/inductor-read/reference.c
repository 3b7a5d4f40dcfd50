// The elements that an access touches: its index holds x if bit 0 of the form is
// there, r0 if bit 1 is.
static long long touched(int form, int row, int xnumel) {
    return (long long)(form & 1 ? xnumel : 1) * (row && form & 2 ? row : 1);
}

void reference(const int *words, const int *loads, const int *stores,
               const int *half, const int *row, const int *xnumel,
               const int *forms, const int *order, const int *library,
               int *count, int *name, int *operators, int *loaded, int *stored,
               long long *bytes, int kernels, int n) {
    int at = 0;
    (void)kernels;
    *bytes = 0;
    for (int i = 0; i < 2 * n; i++)
        name[i] = operators[i] = loaded[i] = stored[i] = 0;
    for (int l = 0; l < n; l++) {
        int k = order[l];
        if (library[l]) {
            name[at] = -2;
            operators[at++] = 1 << 21;
        }
        name[at] = k;
        operators[at] = words[k] ? words[k] : 1 << 20;
        loaded[at] = loads[k];
        stored[at++] = stores[k];
        // Pointers: those that are read, then those that are only written. Of odd
        // kernels the first is both. Of three loads or more the last reads the first
        // pointer again. Types take turns.
        int again = loads[k] > 2;
        for (int i = 0; i < loads[k] + stores[k]; i++) {
            int s = i - loads[k];
            int p = s < 0 ? i : k % 2 == 0 ? i - again : s ? i - again - 1 : 0;
            if (again && s == -1) p = 0;
            *bytes += ((p + half[k]) % 2 ? 2 : 4) *
                      touched(forms[k] >> 2 * i, row[k], xnumel[k]);
        }
    }
    *count = at;
}
