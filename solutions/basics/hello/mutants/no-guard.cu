// rejected by: guard | trap out-of-bounds (surplus threads write past the end)
__global__ void number(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i;
}

void hello(int *out, int n) {
    if (n == 0) return;
    number<<<(n + 255) / 256, 256>>>(out, n);
}
