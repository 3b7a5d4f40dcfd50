// rejected by: case c < 0 (else leaves out the second limit)
// says: With else, a value that was cut to c is not compared with 0 any more. Where c is negative, c itself has to become 0: two limits one after the other, without else.
__global__ void relu_scale_kernel(const float *x, float *y, float a, float b,
                                  float c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = a * x[i] + b;
        if (v > c) v = c;
        else if (v < 0) v = 0;
        y[i] = v;
    }
}

void relu_scale(const float *x, float *y, float a, float b, float c, int n) {
    if (n == 0) return;
    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    relu_scale_kernel<<<blocks, threads>>>(x, y, a, b, c, n);
}
