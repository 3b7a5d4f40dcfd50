// rejected by: gate coalescing (each thread reads its own structure)
__global__ void split_kernel(const float *in, float *fields, float *energy,
                             int n) {
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    if (i >= n) return;
    for (int f = 0; f < 7; f++)
        fields[f * n + i] = in[7 * i + f];
    float u = in[7 * i + 3], v = in[7 * i + 4], w = in[7 * i + 5];
    energy[i] = 0.5f * in[7 * i + 6] * (u * u + v * v + w * w);
}

void split(const float *in, float *fields, float *energy, int n) {
    if (n == 0) return;
    split_kernel<<<(n + 255) / 256, 256>>>(in, fields, energy, n);
}
