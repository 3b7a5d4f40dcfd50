// rejected by: case n=2 (energy from x, y, z)
// says: The energy is computed from x, y and z. The velocities are the fields 3, 4 and 5.
__global__ void split_kernel(const float *in, float *fields, float *energy,
                             int n) {
    __shared__ float tile[7 * 256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    for (int k = t; k < 7 * 256; k += 256) {
        int from = blockIdx.x * 7 * 256 + k;
        if (from < 7 * n) tile[k] = in[from];
    }
    __syncthreads();
    if (i >= n) return;
    for (int f = 0; f < 7; f++)
        fields[f * n + i] = tile[7 * t + f];
    float u = tile[7 * t], v = tile[7 * t + 1], w = tile[7 * t + 2];
    energy[i] = 0.5f * tile[7 * t + 6] * (u * u + v * v + w * w);
}

void split(const float *in, float *fields, float *energy, int n) {
    if (n == 0) return;
    split_kernel<<<(n + 255) / 256, 256>>>(in, fields, energy, n);
}
