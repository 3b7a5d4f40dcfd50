// rejected by: case first=1 n=1 (a short slice ends before the head does)
// says: In a short slice the head ends after the slice does. It has n elements at most.
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
    int head = (4 - first % 4) % 4;
    int quads = (n - head) / 4;
    int tail = (n - head) % 4;
    double_kernel<<<quads / 256 + 1, 256>>>(x + first, head, quads, tail);
}
