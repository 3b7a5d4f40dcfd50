// rejected by: gate bandwidth | case (always the same number of blocks)
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *c, int n) {
    add<<<16384, 1024>>>(a, b, c, n);
}
