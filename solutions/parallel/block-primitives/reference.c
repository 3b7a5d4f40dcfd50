// block-primitives: each tile of 2048 on its own; exact.
void reference(const int *in, int *prefix, int *gap, int n);

void reference(const int *in, int *prefix, int *gap, int n) {
    for (int base = 0; base < n; base += 2048) {
        int end = n - base < 2048 ? n : base + 2048, top = in[base], sum = 0;
        for (int i = base; i < end; i++)
            if (in[i] > top) top = in[i];
        for (int i = base; i < end; i++) {
            sum += in[i];
            if (prefix) prefix[i] = sum;
            if (gap) gap[i] = top - in[i];
        }
    }
}
