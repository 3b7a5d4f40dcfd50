// rejected by: case near -1e4 (the maximum is taken over the bits of the floats as integers)
// says: The bits of negative floats, taken as an int, are in the wrong order: of two of them the smaller float has the larger int. So in a row of negative numbers this is the minimum. Compare floats, with fmaxf.
const int BLOCK = 256;
__global__ void softmax_kernel(const float *in, float *out, int rows,
                               int cols) {
    const float *x = in + (size_t)blockIdx.x * cols;
    float *y = out + (size_t)blockIdx.x * cols;

    __shared__ int m;
    __shared__ float s;
    if (threadIdx.x == 0) {
        m = 0xff800000;
        s = 0;
    }
    __syncthreads();
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        atomicMax(&m, __float_as_int(x[c]));
    __syncthreads();
    float most = __int_as_float(m);
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        atomicAdd(&s, expf(x[c] - most));
    __syncthreads();
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        y[c] = expf(x[c] - most) / s;
}
void softmax(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0)
        return;
    softmax_kernel<<<rows, BLOCK>>>(in, out, rows, cols);
}
