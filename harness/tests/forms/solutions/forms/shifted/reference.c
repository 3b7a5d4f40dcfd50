// Every element takes the place of its left neighbour.

void reference(const int *in, int *out, int n);

void reference(const int *in, int *out, int n) {
    for (int i = 0; i < n; i++)
        out[i] = i + 1 < n ? in[i + 1] : 0;
}
