// rejected by: gate traffic (cudaMemcpyAsync copies all arrays that are shorter than 1M)
__global__ void copy_kernel(const float *in, float *out, int n) {
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 4 <= n)
        *(float4 *)(out + i) = *(const float4 *)(in + i);
    else
        for (; i < n; i++)
            out[i] = in[i];
}

void copy(const float *in, float *out, int n) {
    if (n == 0) return;
    if (n < (1 << 20))
        cudaMemcpyAsync(out, in, (size_t)n * sizeof(float), cudaMemcpyDeviceToDevice);
    else
        copy_kernel<<<(n / 4 + 256) / 256, 256>>>(in, out, n);
}
