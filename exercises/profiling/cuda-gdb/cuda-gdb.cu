// Two kernels, each with one mistake. Every access is inside its array, so
// compute-sanitizer reports nothing. Leave this file as it is, and edit a copy.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

static const int CELLS = 128; // threads of a block, and cells of a full ring

// out[i] = the last three digits of in[i] * weight[i]
__global__ void weigh(const int *in, const int *weight, int *out, int n) {
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    if (i >= n) return;
    int w = weight[t];
    int product = in[i] * w;
    out[i] = product % 1000;
}

// Each block holds a ring of cells; the last block has fewer. In each round r
// every cell adds the next one of its ring. After the last cell comes the first.
__global__ void ring(const int *in, int *out, int n, int rounds) {
    __shared__ int cell[CELLS];
    int t = threadIdx.x;
    int first = blockIdx.x * CELLS;
    int cells = n - first < CELLS ? n - first : CELLS;
    cell[t] = t < cells ? in[first + t] : 0;
    __syncthreads();
    for (int r = 0; r < rounds; r++) {
        int mine = cell[t];
        int right = t + 1 < CELLS ? t + 1 : 0;
        int other = cell[right];
        __syncthreads();
        if (t < cells) cell[t] = mine + other;
        __syncthreads();
    }
    if (t < cells) out[first + t] = cell[t];
}

// The same on the host, one element at a time.
static void weigh_right(const int *in, const int *weight, int *out, int n) {
    for (int i = 0; i < n; i++)
        out[i] = in[i] * weight[i] % 1000;
}

static void ring_right(const int *in, int *out, int n, int rounds) {
    for (int i = 0; i < n; i++)
        out[i] = in[i];
    for (int first = 0; first < n; first += CELLS) {
        int cells = n - first < CELLS ? n - first : CELLS;
        for (int r = 0; r < rounds; r++) {
            int begin = out[first];
            for (int t = 0; t < cells; t++)
                out[first + t] += t + 1 < cells ? out[first + t + 1] : begin;
        }
    }
}

static void compare(const char *name, const int *got, const int *want, int n) {
    int wrong = 0, at = 0;
    for (int i = n - 1; i >= 0; i--)
        if (got[i] != want[i]) {
            wrong++;
            at = i;
        }
    printf("%s: %d of %d elements are wrong", name, wrong, n);
    if (wrong)
        printf("; the first is %d: %d, should be %d", at, got[at], want[at]);
    printf("\n");
}

int main(int argc, char **argv) {
    int seed = argc > 1 ? atoi(argv[1]) : 1000;
    int n = argc > 2 ? atoi(argv[2]) : 500;
    int rounds = argc > 3 ? atoi(argv[3]) : 5;
    int blocks = (n + CELLS - 1) / CELLS;
    int *in, *weight, *out, *want = (int *)malloc(n * sizeof(int));
    if (!want || cudaMallocManaged(&in, n * sizeof(int)) != cudaSuccess ||
        cudaMallocManaged(&weight, n * sizeof(int)) != cudaSuccess ||
        cudaMallocManaged(&out, n * sizeof(int)) != cudaSuccess) {
        fprintf(stderr, "not enough memory\n");
        return 1;
    }
    for (int i = 0; i < n; i++) {
        in[i] = (seed * (i + 3) + 7 * i * i) % 999 + 1;
        weight[i] = (seed + 29 * i) % 97 + 1;
    }
    weigh<<<blocks, CELLS>>>(in, weight, out, n);
    cudaError_t err = cudaDeviceSynchronize();
    weigh_right(in, weight, want, n);
    compare("weigh", out, want, n);
    ring<<<blocks, CELLS>>>(in, out, n, rounds);
    if (err == cudaSuccess) err = cudaDeviceSynchronize();
    ring_right(in, want, n, rounds);
    compare("ring", out, want, n);
    if (err != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorString(err));
    cudaFree(in);
    cudaFree(weight);
    cudaFree(out);
    free(want);
    return err != cudaSuccess;
}
