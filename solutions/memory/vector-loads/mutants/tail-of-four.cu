// rejected by: case first=0 n=1 (the tail always takes four elements)
// says: The tail takes too many elements, so some after the slice are doubled. It has only those of n that head and body leave over.
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
    if (i < 4) x[tail0 + i] *= 2;
}

void double_slice(float *x, int first, int n) {
    if (n == 0) return;
    int head = (4 - first % 4) % 4;
    if (head > n) head = n;
    int body = (n - head) / 4;
    double_kernel<<<(body + 255) / 256 + 1, 256>>>(x + first, head, body, n);
}
