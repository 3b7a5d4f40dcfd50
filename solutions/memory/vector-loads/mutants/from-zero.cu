// rejected by: case first=0 n=1 (doubles the array from its beginning on)
// says: The float4 begin at x[0], so all elements before first are doubled, and at the end some after the slice. Only x[first] to x[first + n - 1] may change.
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
    double_kernel<<<(first + n + 1023) / 1024, 256>>>(x, first + n);
}
