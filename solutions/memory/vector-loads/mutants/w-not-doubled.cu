// rejected by: case first=0 n=4 (the fourth component of each float4 is not doubled)
// says: The last of the four components is stored as it was. All four are doubled.
const int BLOCK = 256;
const int WIDE = 4; // floats in a float4

__global__ void double_kernel(float *x, int head, int quads, int tail) {
    int t = blockIdx.x * BLOCK + threadIdx.x;
    float *body = x + head; // a multiple of 16 bytes
    float *rest = body + WIDE * quads;

    if (t < quads) {
        float4 v = ((float4 *)body)[t];
        ((float4 *)body)[t] = make_float4(2 * v.x, 2 * v.y, 2 * v.z, v.w);
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
    int quads = (n - head) / WIDE;
    int tail = (n - head) % WIDE;
    int blocks = max(1, (quads + BLOCK - 1) / BLOCK);
    double_kernel<<<blocks, BLOCK>>>(begin, head, quads, tail);
}
