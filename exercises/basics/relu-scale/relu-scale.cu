// y = max(0, min(c, a*x + b)), in one pass over memory.

__global__ void relu_scale_kernel(const float *x, float *y, float a, float b,
                                  float c, int n) {
    // TODO: one element per thread: load once, compute, store once.
    (void)x, (void)y, (void)a, (void)b, (void)c, (void)n;
}

// x and y are device memory; x is only read.
void relu_scale(const float *x, float *y, float a, float b, float c, int n) {
    // TODO: choose a block size, compute the number of blocks, launch once.
    (void)x, (void)y, (void)a, (void)b, (void)c, (void)n;
}
