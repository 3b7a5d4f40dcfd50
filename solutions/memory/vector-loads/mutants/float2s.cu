// rejected by: gate bytes_per_request (half as much as would be allowed)
__global__ void double_kernel(float *x, int head, int pairs, int tail) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float2 *body = (float2 *)(x + head);
    if (t < pairs) {
        float2 v = body[t];
        body[t] = make_float2(2 * v.x, 2 * v.y);
    }
    if (t < head) x[t] *= 2.0f;
    if (t < tail) x[head + 2 * pairs + t] *= 2.0f;
}

void double_slice(float *x, int first, int n) {
    if (n == 0) return;
    int head = min(first % 2, n);
    int pairs = (n - head) / 2;
    int tail = (n - head) % 2;
    double_kernel<<<pairs / 256 + 1, 256>>>(x + first, head, pairs, tail);
}
