// rejected by: case n=0 | trap bad-launch (a grid of no blocks)
__global__ void number(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = i;
}

void hello(int *out, int n) {
    number<<<(n + 255) / 256, 256>>>(out, n);
}
