// Softmax, a block for each row. Speaks the protocol of the workers.
#include <cstdio>
#include <vector>

constexpr int THREADS = 256;

template <bool MAX> __device__ float of_block(float v) {
    __shared__ float s[THREADS];
    s[threadIdx.x] = v;
    for (int d = THREADS / 2; d; d /= 2) {
        __syncthreads();
        float &mine = s[threadIdx.x];
        if (threadIdx.x < d)
            mine = MAX ? fmaxf(mine, s[threadIdx.x + d]) : mine + s[threadIdx.x + d];
    }
    __syncthreads();
    float all = s[0];
    __syncthreads();
    return all;
}

__global__ void fill(float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = sinf((float)i);
}

__global__ void softmax(const float *x, float *y, int cols) {
    x += (size_t)blockIdx.x * cols, y += (size_t)blockIdx.x * cols;
    float most = -INFINITY, sum = 0;
    for (int j = threadIdx.x; j < cols; j += THREADS)
        most = fmaxf(most, x[j]);
    most = of_block<true>(most);
    for (int j = threadIdx.x; j < cols; j += THREADS)
        sum += expf(x[j] - most);
    sum = of_block<false>(sum);
    for (int j = threadIdx.x; j < cols; j += THREADS)
        y[j] = expf(x[j] - most) / sum;
}

int main() {
    cudaDeviceProp p;
    if (cudaGetDeviceProperties(&p, 0) != cudaSuccess) return 1;
    for (char *c = p.name; *c; c++)
        putchar(*c == ' ' ? '-' : *c);
    puts(""), fflush(stdout);
    cudaEvent_t begin, end;
    cudaEventCreate(&begin), cudaEventCreate(&end);
    for (int cols, rows; scanf("%d %d", &cols, &rows) == 2;) {
        int n = rows * cols;
        std::vector<float> host(n);
        float *x, *y, ms;
        if (cudaMalloc(&x, n * sizeof *x) || cudaMalloc(&y, n * sizeof *y)) return 1;
        fill<<<(n + 255) / 256, 256>>>(x, n);
        cudaEventRecord(begin);
        softmax<<<rows, THREADS>>>(x, y, cols);
        cudaEventRecord(end);
        if (cudaMemcpy(host.data(), y, n * sizeof *y, cudaMemcpyDeviceToHost)) return 1;
        cudaEventElapsedTime(&ms, begin, end);
        double sum = 0;
        for (int i = 0; i < n; i++)
            sum += host[i] * (i % cols % 7);
        printf("%g %g\n", sum, ms * 1e3), fflush(stdout);
        cudaFree(x), cudaFree(y);
    }
}
