// rejected by: gate barriers (one of the whole block per step)
__global__ void smooth_kernel(const float *in, float *out, float *path, int n,
                              int steps) {
    __shared__ float buffer[2][1024];
    int i = threadIdx.x, at = blockIdx.x * n + i;
    float v = i < n ? in[at] : 0.0f, sum = 0.0f;
    for (int s = 0; s < steps; s++) {
        float *now = buffer[s % 2];
        now[i] = v;
        __syncthreads();
        float next = v;
        if (i > 0 && i < n - 1)
            next = 0.25f * now[i - 1] + 0.5f * v + 0.25f * now[i + 1];
        sum += fabsf(next - v);
        v = next;
    }
    if (i >= n) return;
    out[at] = v;
    path[at] = sum;
}

void smooth(const float *in, float *out, float *path, int rows, int n,
            int steps) {
    if (rows == 0 || n == 0) return;
    smooth_kernel<<<rows, (n + 31) / 32 * 32>>>(in, out, path, n, steps);
}
