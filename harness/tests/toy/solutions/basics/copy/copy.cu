// Copies in to out: thread i takes element i, so that a warp touches 128
// neighbouring bytes, 4 sectors.

__global__ void move(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

void copy(const float *in, float *out, int n) {
    const int threads = 256;
    if (n > 0) move<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
