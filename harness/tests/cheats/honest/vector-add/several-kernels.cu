// passes (copies one input in a kernel, adds the other in a second)
//
// On a GPU the detour costs a third more memory traffic, so the large case is
// done at once.
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

__global__ void copy(const float *a, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i];
}
__global__ void accumulate(const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] += b[i];
}

void vector_add(const float *a, const float *b, float *c, int n) {
    if (n == 0) return;
    int blocks = (n + 255) / 256;
    if (n > 100000) {
        add<<<blocks, 256>>>(a, b, c, n);
        return;
    }
    copy<<<blocks, 256>>>(a, c, n);
    accumulate<<<blocks, 256>>>(b, c, n);
}
