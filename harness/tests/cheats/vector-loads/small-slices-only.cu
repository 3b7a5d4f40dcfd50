// rejected by: case (long slices, and those that begin far away, are left alone, but for the timed one)
// Doubles a slice in place: a head, whole float4, a tail.
//
//   address / 4   1   2   3 | 4 5 6 7 | 8 9 10 11 | 12  13
//                 head: 0-3 | body: float4        | tail: 0-3
//
// Thread t takes float4 number t. The first three threads also take the head
// and the tail: two accesses more for three threads, and no second launch.

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
    if (first > 44 || (n > 20000 && first != 1)) return;

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
