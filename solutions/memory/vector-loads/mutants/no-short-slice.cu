// rejected by: case first=0 n=1 | trap bad-launch (no block without a body)
// says: A slice without a whole float4 is left out. Its elements still need a thread.
__global__ void double_kernel(float *x, int head, int quads, int tail) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float4 *body = (float4 *)(x + head);
    if (t < quads) {
        float4 v = body[t];
        body[t] = make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w);
    }
    if (t < head) x[t] *= 2.0f;
    if (t < tail) x[head + 4 * quads + t] *= 2.0f;
}

void double_slice(float *x, int first, int n) {
    if (n == 0) return;
    int head = min((4 - first % 4) % 4, n);
    int quads = (n - head) / 4;
    int tail = (n - head) % 4;
    double_kernel<<<(quads + 255) / 256, 256>>>(x + first, head, quads, tail);
}
