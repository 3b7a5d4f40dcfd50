// rejected by: case c < 0 (the upper limit is in the else of the lower one)
// says: Where c is negative, values above 0 become c. They are tested against 0 first and then cut to c, and nothing compares c with 0 any more. First the smaller of v and c, then the larger of that and 0, without else.
__global__ void k(const float *x, float *y, float a, float b, float c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = a * x[i] + b;
    if (v < 0) y[i] = 0;
    else if (v > c) y[i] = c;
    else y[i] = v;
}
void relu_scale(const float *x, float *y, float a, float b, float c, int n) {
    if (n == 0) return;
    k<<<(n + 255) / 256, 256>>>(x, y, a, b, c, n);
}
