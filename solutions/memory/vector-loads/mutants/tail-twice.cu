// rejected by: case first=0 n=4 | trap global-race (the last four, again)
// says: The last four elements are doubled twice where they are a whole float4. The tail is only what the body leaves over.
__global__ void double_kernel(float *x, int head, int quads, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float4 *body = (float4 *)(x + head);
    if (t < quads) {
        float4 v = body[t];
        body[t] = make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w);
    }
    if (t < head) x[t] *= 2.0f;
    if (t < 4 && t < n) x[n - 1 - t] *= 2.0f;
}

void double_slice(float *x, int first, int n) {
    if (n == 0) return;
    int head = min((4 - first % 4) % 4, n);
    int quads = (n - head) / 4;
    double_kernel<<<quads / 256 + 1, 256>>>(x + first, head, quads, n);
}
