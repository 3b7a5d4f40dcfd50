// rejected by: case n=2 (writes structures again)
// says: fields holds the structures again. All x come first, then all y: field f of particle i is fields[f * n + i].
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
        fields[7 * i + f] = tile[7 * t + f];
    float u = tile[7 * t + 3], v = tile[7 * t + 4], w = tile[7 * t + 5];
    energy[i] = 0.5f * tile[7 * t + 6] * (u * u + v * v + w * w);
}

void split(const float *in, float *fields, float *energy, int n) {
    if (n == 0) return;
    split_kernel<<<(n + 255) / 256, 256>>>(in, fields, energy, n);
}
