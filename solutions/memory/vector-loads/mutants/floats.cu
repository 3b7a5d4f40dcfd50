// rejected by: gate bytes_per_request (4 bytes per access)

__global__ void double_kernel(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= 2.0f;
}

void double_slice(float *x, int first, int n) {
    if (n == 0) return;
    double_kernel<<<(n + 255) / 256, 256>>>(x + first, n);
}
