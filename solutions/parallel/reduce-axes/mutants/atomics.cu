// rejected by: other-bits | gate global_atomics (a thread per element, three atomics)
__global__ void add(const float *in, float *over_a, float *over_b,
                    float *over_c, int na, int nb, int nc) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= na * nb * nc) return;
    int a = i / nc / nb, b = i / nc % nb, c = i % nc;
    atomicAdd(&over_a[b * nc + c], in[i]);
    atomicAdd(&over_b[a * nc + c], in[i]);
    atomicAdd(&over_c[a * nb + b], in[i]);
}

void sum_axes(const float *in, float *over_a, float *over_b, float *over_c,
              int na, int nb, int nc) {
    int n = na * nb * nc;
    cudaMemsetAsync(over_a, 0, nb * nc * sizeof(float));
    cudaMemsetAsync(over_b, 0, na * nc * sizeof(float));
    cudaMemsetAsync(over_c, 0, na * nb * sizeof(float));
    if (n > 0)
        add<<<(n + 255) / 256, 256>>>(in, over_a, over_b, over_c, na, nb, nc);
}
