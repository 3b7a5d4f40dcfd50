// rejected by: no-kernel | gate coalescing | gate bandwidth (four copies with a pitch split the points; the kernel is for show)
__global__ void decoy(const float4 *p, float4 *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4) x[i] = p[i];
}
void split_points(const float *points, float *x, float *y, float *z, float *w, int n) {
    if (!n) return;
    decoy<<<(n + 255) / 256, 256>>>((const float4 *)points, (float4 *)x, n);
    float *out[] = {x, y, z, w};
    for (int k = 0; k < 4; k++)
        cudaMemcpy2DAsync(out[k], 4, points + k, 16, 4, n, cudaMemcpyDeviceToDevice, 0);
}
