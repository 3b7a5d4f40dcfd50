// rejected by: trap global-race | gate bandwidth (every thread adds all elements)
__global__ void add(const float *a, const float *b, float *c, int n) {
    for (int i = 0; i < n; i++)
        c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *c, int n) {
    add<<<1, 256>>>(a, b, c, n);
}
