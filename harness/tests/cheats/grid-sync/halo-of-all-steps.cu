// rejected by: gate global_atomics (no barrier: each block computes its neighbours' points again)
const int BLOCK = 1024, MIDDLE = 512;

__global__ void tile(const int *in, int *out, int n, int steps) {
    __shared__ int both[2][2 * BLOCK]; // halos of up to 768
    int length = MIDDLE + 2 * steps, first = blockIdx.x * MIDDLE - steps;
    int *a = both[0], *b = both[1];
    for (int i = threadIdx.x; i < length; i += BLOCK)
        a[i] = first + i >= 0 && first + i < n ? in[first + i] : 0;
    __syncthreads();
    for (int s = 0; s < steps; s++) {
        for (int i = threadIdx.x; i < length; i += BLOCK) {
            int at = first + i;
            bool inner = i > 0 && i < length - 1 && at > 0 && at < n - 1;
            b[i] = inner ? (a[i - 1] + 2 * a[i] + a[i + 1]) >> 2 : a[i];
        }
        __syncthreads();
        int *old = a;
        a = b, b = old;
    }
    for (int i = threadIdx.x; i < MIDDLE; i += BLOCK)
        if (first + steps + i < n) out[first + steps + i] = a[steps + i];
}

void smooth(const int *in, int *out, int n, int steps) {
    if (n > 0) tile<<<(n + MIDDLE - 1) / MIDDLE, BLOCK>>>(in, out, n, steps);
}
