// rejected by: gate bandwidth (one block of one thread for each element)
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *c, int n) {
    if (n == 0) return;
    add<<<n, 1>>>(a, b, c, n);
}
