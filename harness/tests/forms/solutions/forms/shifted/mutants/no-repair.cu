// rejected by: unwritten (the right answers, and nothing repaired)
// Every element takes the place of its left neighbour.
//
// Which line is wrong: A, B or C?
// line: B
// Why? never-written (an element that no thread writes), few-threads (elements
// without a thread), same-element (two threads write one element)
// cause: never-written

__global__ void move_left(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x; /* A */
    if (i + 1 < n) out[i] = in[i + 1];             /* B */
}

void shifted(const int *in, int *out, int n) {
    const int threads = 256;
    int blocks = (n + threads - 1) / threads; /* C */
    if (n > 0) move_left<<<blocks, threads>>>(in, out, n);
}
