// One block of 1024 threads per row; up to eight elements of it per thread.
const int BLOCK = 1024, EACH = 8;

__global__ void rmsnorm_kernel(const float *x, const float *weight, const float *dy,
                               float *y, float *dx, int cols, float eps) {
    __shared__ float part_x[32], part_s[32];
    size_t row = (size_t)blockIdx.x * cols;
    int tid = threadIdx.x;

    float xs[EACH], gs[EACH];
    float sum_x = 0.0f, sum_s = 0.0f;
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        int c = tid + e * BLOCK;
        xs[e] = gs[e] = 0.0f;
        if (c < cols) {
            xs[e] = x[row + c];
            gs[e] = weight[c] * dy[row + c];
        }
        sum_x += xs[e] * xs[e];
        sum_s += xs[e] * gs[e];
    }

    for (int d = 16; d > 0; d /= 2) {
        sum_x += __shfl_down_sync(0xffffffff, sum_x, d);
        sum_s += __shfl_down_sync(0xffffffff, sum_s, d);
    }
    if (tid % 32 == 0) {
        part_x[tid / 32] = sum_x;
        part_s[tid / 32] = sum_s;
    }
    __syncthreads();
    sum_x = sum_s = 0.0f;
    for (int w = 0; w < BLOCK / 32; w++) {
        sum_x += part_x[w];
        sum_s += part_s[w];
    }

    float r = 1.0f / sqrtf(sum_x / cols + eps);
    float f = r * r * sum_s / cols;
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        int c = tid + e * BLOCK;
        if (c < cols) {
            y[row + c] = xs[e] * r * weight[c];
            dx[row + c] = r * (gs[e] - xs[e] * f);
        }
    }
}

void rmsnorm(const float *x, const float *weight, const float *dy, float *y,
             float *dx, int rows, int cols, float eps) {
    if (rows == 0) return;
    rmsnorm_kernel<<<rows, BLOCK>>>(x, weight, dy, y, dx, cols, eps);
}
