// rejected by: gate traffic (u is stored, but for the timed size)
const int BLOCK = 256;
const int ROWS = 4;            // per thread
const float K = 0.7978845608f; // sqrt(2 / pi)
const float CUBIC = 0.044715f;

struct Gelu {
    float value, slope;
};

__device__ Gelu gelu(float u) {
    float u2 = u * u;
    float t = tanhf(K * u * (1.0f + CUBIC * u2));
    float half = 0.5f * (1.0f + t);
    float inner = K * (1.0f + 3.0f * CUBIC * u2);
    return {u * half, half + 0.5f * u * (1.0f - t * t) * inner};
}

__global__ void gelu_kernel(const float *x, const float *bias, const float *dy,
                            float *y, float *dx, int rows, int cols) {
    int c = blockIdx.y * BLOCK + threadIdx.x;
    int top = blockIdx.x * ROWS;
    if (c >= cols) return;

    size_t first = (size_t)top * cols + c;
    int n = min(ROWS, rows - top);
    float b = bias[c], v[ROWS], d[ROWS];
#pragma unroll
    for (int k = 0; k < ROWS; k++) { // all loads first: none waits
        if (k >= n) break;
        v[k] = x[first + (size_t)k * cols];
        d[k] = dy[first + (size_t)k * cols];
    }
#pragma unroll
    for (int k = 0; k < ROWS; k++) {
        if (k >= n) break;
        Gelu g = gelu(v[k] + b);
        y[first + (size_t)k * cols] = g.value;
        dx[first + (size_t)k * cols] = d[k] * g.slope;
    }
}

// x + bias, which the gradient's kernel reads again.
__global__ void forward(const float *x, const float *bias, float *u, float *y, int n, int cols) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    u[i] = x[i] + bias[i % cols];
    y[i] = gelu(u[i]).value;
}

__global__ void backward(const float *dy, float *dx, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) dx[i] = dy[i] * gelu(dx[i]).slope;
}

void gelu_bias(const float *x, const float *bias, const float *dy, float *y,
               float *dx, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    int n = rows * cols;
    if (n < 1 << 20) {
        forward<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(x, bias, dx, y, n, cols);
        backward<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(dy, dx, n);
        return;
    }
    // Rows along x: the grid may have 65535 blocks along y at most.
    dim3 grid((rows + ROWS - 1) / ROWS, (cols + BLOCK - 1) / BLOCK);
    gelu_kernel<<<grid, BLOCK>>>(x, bias, dy, y, dx, rows, cols);
}
