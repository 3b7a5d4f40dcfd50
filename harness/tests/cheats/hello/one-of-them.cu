// rejected by: gate divergence (as many threads as elements, and the first one writes them all)
__global__ void write(int *out, int n) {
    if (blockIdx.x || threadIdx.x) return;
    for (int i = 0; i < n; i++) out[i] = i;
}

void hello(int *out, int n) {
    if (n > 0) write<<<(n + 255) / 256, 256>>>(out, n);
}
