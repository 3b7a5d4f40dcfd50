// rejected by: case n=1 (the last n % 4 elements are skipped)
// says: The last n % 4 elements keep their old value. They do not fill a float4: which thread computes them, one by one?
__global__ void saxpy_kernel(float a, const float4 *x, float4 *y, int quads) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads) return;
    float4 v = x[i], w = y[i];
    y[i] = make_float4(a * v.x + w.x, a * v.y + w.y, a * v.z + w.z,
                       a * v.w + w.w);
}

void saxpy(float a, const float *x, float *y, int n) {
    int quads = n / 4;
    if (quads == 0) return;
    saxpy_kernel<<<(quads + 255) / 256, 256>>>(a, (const float4 *)x,
                                               (float4 *)y, quads);
}
