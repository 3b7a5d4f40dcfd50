// rejected by: case n=1 (stops one element early)
void @name@(const float *in, float *out, int n) {
    for (int i = 0; i < n - 1; i++)
        out[i] = 2 * in[i];
}
