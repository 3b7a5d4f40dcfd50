// rejected by: case | gate bandwidth (one thread, one chain)
// says: All products go through one accumulator, and each addition rounds. Many short sums, added as a tree, lose far fewer digits.
__global__ void dot_kernel(const float *a, const float *b, float *out, int n) {
    float s = 0.0f;
    for (int i = 0; i < n; i++)
        s += a[i] * b[i];
    out[0] = s;
}

void dot(const float *a, const float *b, float *out, int n) {
    dot_kernel<<<1, 1>>>(a, b, out, n);
}
