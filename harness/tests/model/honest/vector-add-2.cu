// Like on a CPU: every thread gets a piece of the array of its own.

#define PER_THREAD 8

__global__ void add_piece(const float *a, const float *b, float *c, int n) {
    long long first = ((long long)blockIdx.x * blockDim.x + threadIdx.x) * PER_THREAD;
    long long last = first + PER_THREAD;
    if (last > n) last = n;
    for (long long i = first; i < last; ++i) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *c, int n) {
    if (n == 0) return;
    const int tpb = 128;
    int pieces = (n + PER_THREAD - 1) / PER_THREAD;
    add_piece<<<(pieces + tpb - 1) / tpb, tpb>>>(a, b, c, n);
}
