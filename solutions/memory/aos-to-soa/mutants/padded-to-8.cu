// rejected by: gate bank_conflicts (8 numbers per particle in the tile)
__global__ void split_kernel(const float *in, float *fields, float *energy,
                             int n) {
    __shared__ float tile[8 * 256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    for (int k = t; k < 7 * 256; k += 256) {
        int from = blockIdx.x * 7 * 256 + k;
        if (from < 7 * n) tile[k / 7 * 8 + k % 7] = in[from];
    }
    __syncthreads();
    if (i >= n) return;
    for (int f = 0; f < 7; f++)
        fields[f * n + i] = tile[8 * t + f];
    float u = tile[8 * t + 3], v = tile[8 * t + 4], w = tile[8 * t + 5];
    energy[i] = 0.5f * tile[8 * t + 6] * (u * u + v * v + w * w);
}

void split(const float *in, float *fields, float *energy, int n) {
    if (n == 0) return;
    split_kernel<<<(n + 255) / 256, 256>>>(in, fields, energy, n);
}
