// rejected by: gate local_requests (the place of the least is an index)
__global__ void sort_kernel(const float *in, float *out, int n) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g >= n) return;
    float v[32];
    for (int k = 0; k < 32; k++)
        v[k] = in[k * n + g];
    for (int k = 0; k < 32; k++) {
        int least = k;
        for (int i = k + 1; i < 32; i++)
            if (v[i] < v[least]) least = i;
        float x = v[least];
        v[least] = v[k];
        v[k] = x;
        out[k * n + g] = x;
    }
}

void sort_groups(const float *in, float *out, int n) {
    if (n == 0) return;
    sort_kernel<<<(n + 127) / 128, 128>>>(in, out, n);
}
