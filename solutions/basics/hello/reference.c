// hello: out[i] = i.
void reference(int *out, int n);

void reference(int *out, int n) {
    for (int i = 0; i < n; i++)
        out[i] = i;
}
