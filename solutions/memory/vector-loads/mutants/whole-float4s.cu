// rejected by: case first=0 n=1 (whole float4 only, also at both ends of the slice)
// says: Only whole float4 are doubled, so the elements beside the slice that share one with it are doubled, too. They must stay as they are: do both ends of the slice one by one.
__global__ void double_kernel(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i < n) {
        float4 v = ((float4 *)x)[i];
        v.x *= 2;
        v.y *= 2;
        v.z *= 2;
        v.w *= 2;
        ((float4 *)x)[i] = v;
    }
}

void double_slice(float *x, int first, int n) {
    if (n == 0) return;
    double_kernel<<<(n + 1023) / 1024, 256>>>(x + first / 4 * 4, n);
}
