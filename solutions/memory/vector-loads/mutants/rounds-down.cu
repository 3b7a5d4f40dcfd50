// rejected by: case first=0 n=1 (doubles neighbours of the slice as well)
// says: The first float4 begins before the slice, so its neighbours are doubled as well. What lies outside must stay as it is.
__global__ void double_kernel(float *x, int from, int to) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int i = from + 4 * t;
    if (i >= to) return;
    float4 v = *(float4 *)(x + i);
    *(float4 *)(x + i) = make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w);
}

void double_slice(float *x, int first, int n) {
    if (n == 0) return;
    int from = first / 4 * 4, to = first + n;
    double_kernel<<<(to - from) / 1024 + 1, 256>>>(x, from, to);
}
