// rejected by: case first=0 n=1 (the number of float4 is rounded up, and there is no tail)
// says: The number of float4 is rounded up, so the last one reaches past the slice and doubles what lies there. Round it down; the elements left over are the tail, one by one.
// Doubles a slice in place: a head, then float4 up to the end.

const int BLOCK = 256;
const int WIDE = 4; // floats in a float4

__global__ void double_kernel(float *x, int head, int quads, int tail) {
    int t = blockIdx.x * BLOCK + threadIdx.x;
    float *body = x + head; // a multiple of 16 bytes
    float *rest = body + WIDE * quads;

    if (t < quads) {
        float4 v = ((float4 *)body)[t];
        ((float4 *)body)[t] = make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w);
    }
    if (t < head) x[t] *= 2.0f;
    if (t < tail) rest[t] *= 2.0f;
}

void double_slice(float *x, int first, int n) {
    if (n == 0) return;

    // Elements up to the next multiple of 16 bytes: of the address, not of
    // first, so that x itself may lie anywhere.
    float *begin = x + first;
    int past = (size_t)begin / sizeof(float) % WIDE;
    int head = min((WIDE - past) % WIDE, n);
    int quads = (n - head + WIDE - 1) / WIDE;
    int tail = 0;
    int blocks = max(1, (quads + BLOCK - 1) / BLOCK);
    double_kernel<<<blocks, BLOCK>>>(begin, head, quads, tail);
}
