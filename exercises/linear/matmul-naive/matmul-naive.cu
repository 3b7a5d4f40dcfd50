// Matrix product C = A B, one thread per element of C.

__global__ void matmul_kernel(const float *a, const float *b, float *c, int m,
                              int n, int k) {
    // TODO: row and column of my element. Which of them should come from x?
    // TODO: sum up in a register, then store once.
    (void)a, (void)b, (void)c, (void)m, (void)n, (void)k;
}

// a: m rows of k, b: k rows of n, c: m rows of n, all row-major.
void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;

    dim3 block(32, 8);
    dim3 grid(1, 1); // TODO: cover C
    matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
