// rejected by: crash | timeout (resets the device, with all that kata had on it)
//
// Where many others work on it, it takes long to come up again: a timeout.
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *c, int n) {
    if (n > 0) add<<<(n + 255) / 256, 256>>>(a, b, c, n);
    cudaDeviceReset();
}
