// Copies in to out.

__global__ void move(const float *in, float *out, int n) {
    // TODO: which element does this thread copy, and is there one for it?
}

void copy(const float *in, float *out, int n) {
    const int threads = 256;
    if (n > 0) move<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
