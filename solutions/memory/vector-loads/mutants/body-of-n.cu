// rejected by: case first=1 n=8 (the float4 of the body are counted in n, not in what the head leaves)
// says: The body has too many float4 where the head is not empty: it begins after the head, so it has (n - head) / 4 of them, not n / 4.
__global__ void double_kernel(float *x, int head, int body, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < body) {
        float4 *p = (float4 *)(x + head) + i;
        float4 v = *p;
        v.x *= 2;
        v.y *= 2;
        v.z *= 2;
        v.w *= 2;
        *p = v;
    }
    if (i < head) x[i] *= 2;
    int tail0 = head + 4 * body;
    if (i < n - tail0) x[tail0 + i] *= 2;
}

void double_slice(float *x, int first, int n) {
    if (n == 0) return;
    int head = (4 - first % 4) % 4;
    if (head > n) head = n;
    int body = n / 4;
    double_kernel<<<(body + 255) / 256 + 1, 256>>>(x + first, head, body, n);
}
