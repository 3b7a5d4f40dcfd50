// A program to profile: four kernels that wait, and two changes of each. Leave it as it is.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

static const int ROUNDS = 20;
static const int TERMS = 64;
static const int WORK = 512;

// A thread adds elements that are far apart.
__global__ void gather(const float *in, float *out, int stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
#pragma unroll 1
    for (int k = 0; k < TERMS; k++)
        sum += in[i + k * stride];
    out[i] = sum;
}

// Change a: by the read-only path.
__global__ void gather_a(const float *in, float *out, int stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
#pragma unroll 1
    for (int k = 0; k < TERMS; k++)
        sum += __ldg(&in[i + k * stride]);
    out[i] = sum;
}

// Change b: eight elements are on their way at a time.
__global__ void gather_b(const float *in, float *out, int stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
#pragma unroll 8
    for (int k = 0; k < TERMS; k++)
        sum += in[i + k * stride];
    out[i] = sum;
}

__device__ float settle(float x, int steps) {
#pragma unroll 1
    for (int k = 0; k < steps; k++)
        x = fmaf(x, 0.5f, 1.0f);
    return x;
}

// One warp prepares 256 numbers for its block, round after round.
__global__ void team(const float *in, float *out, int rounds) {
    __shared__ float part[256];
    int t = threadIdx.x;
    float sum = 0;
    for (int r = 0; r < rounds; r++) {
        if (t < 32)
            for (int j = t; j < 256; j += 32)
                part[j] = settle(in[j] + r, 16);
        __syncthreads();
        sum += part[255 - t];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + t] = sum;
}

// Change a: two buffers, so one barrier a round is enough.
__global__ void team_a(const float *in, float *out, int rounds) {
    __shared__ float part[2][256];
    int t = threadIdx.x;
    float sum = 0;
    for (int r = 0; r < rounds; r++) {
        if (t < 32)
            for (int j = t; j < 256; j += 32)
                part[r % 2][j] = settle(in[j] + r, 16);
        __syncthreads();
        sum += part[r % 2][255 - t];
    }
    out[blockIdx.x * blockDim.x + t] = sum;
}

// Change b: every warp prepares its part.
__global__ void team_b(const float *in, float *out, int rounds) {
    __shared__ float part[256];
    int t = threadIdx.x;
    float sum = 0;
    for (int r = 0; r < rounds; r++) {
        part[t] = settle(in[t] + r, 16);
        __syncthreads();
        sum += part[255 - t];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + t] = sum;
}

// Each thread adds a row of a table, many times.
__global__ void table(const float *in, float *out, int rounds) {
    __shared__ float cell[32][32];
    int x = threadIdx.x % 32, y = threadIdx.x / 32;
    for (int j = y; j < 32; j += blockDim.x / 32)
        cell[j][x] = in[j * 32 + x];
    __syncthreads();
    float sum = 0;
    for (int r = 0; r < rounds; r++)
#pragma unroll 8
        for (int k = 0; k < 32; k++)
            sum += cell[x][(k + r) % 32];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Change a: a line of the table has one more place.
__global__ void table_a(const float *in, float *out, int rounds) {
    __shared__ float cell[32][33];
    int x = threadIdx.x % 32, y = threadIdx.x / 32;
    for (int j = y; j < 32; j += blockDim.x / 32)
        cell[j][x] = in[j * 32 + x];
    __syncthreads();
    float sum = 0;
    for (int r = 0; r < rounds; r++)
#pragma unroll 8
        for (int k = 0; k < 32; k++)
            sum += cell[x][(k + r) % 32];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Change b: two sums, so that an addition need not wait for the one before.
__global__ void table_b(const float *in, float *out, int rounds) {
    __shared__ float cell[32][32];
    int x = threadIdx.x % 32, y = threadIdx.x / 32;
    for (int j = y; j < 32; j += blockDim.x / 32)
        cell[j][x] = in[j * 32 + x];
    __syncthreads();
    float even = 0, odd = 0;
    for (int r = 0; r < rounds; r++)
#pragma unroll 4
        for (int k = 0; k < 32; k += 2) {
            even += cell[x][(k + r) % 32];
            odd += cell[x][(k + 1 + r) % 32];
        }
    out[blockIdx.x * blockDim.x + threadIdx.x] = even + odd;
}

// A long sum: each step needs the result of the step before.
__global__ void series(const float *in, float *out, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i], sum = 0;
#pragma unroll 8
    for (int k = 0; k < WORK * rounds; k++)
        sum = fmaf(sum, x, 0.5f);
    out[i] = sum;
}

// Change a: the number comes from shared memory.
__global__ void series_a(const float *in, float *out, int rounds) {
    __shared__ float kept[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    kept[threadIdx.x] = in[i];
    __syncthreads();
    float x = kept[threadIdx.x], sum = 0;
#pragma unroll 8
    for (int k = 0; k < WORK * rounds; k++)
        sum = fmaf(sum, x, 0.5f);
    out[i] = sum;
}

// Change b: every fourth power belongs to a sum of its own; a quarter of the steps each.
__global__ void series_b(const float *in, float *out, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i], x2 = x * x, x4 = x2 * x2;
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
#pragma unroll 4
    for (int k = 0; k < WORK / 4 * rounds; k++) {
        s0 = fmaf(s0, x4, 0.5f);
        s1 = fmaf(s1, x4, 0.5f);
        s2 = fmaf(s2, x4, 0.5f);
        s3 = fmaf(s3, x4, 0.5f);
    }
    out[i] = fmaf(x, s1, s0) + x2 * fmaf(x, s3, s2);
}

int main(int argc, char **argv) {
    int blocks = argc > 1 ? atoi(argv[1]) : 120;
    int threads = blocks * 256;
    float *in, *out;
    if (cudaMalloc(&in, (size_t)threads * TERMS * sizeof(float)) != cudaSuccess ||
        cudaMalloc(&out, threads * sizeof(float)) != cudaSuccess) {
        fprintf(stderr, "not enough memory\n");
        return 1;
    }
    cudaMemset(in, 0, (size_t)threads * TERMS * sizeof(float));
    gather<<<blocks, 128>>>(in, out, threads);
    gather_a<<<blocks, 128>>>(in, out, threads);
    gather_b<<<blocks, 128>>>(in, out, threads);
    team<<<blocks, 256>>>(in, out, ROUNDS);
    team_a<<<blocks, 256>>>(in, out, ROUNDS);
    team_b<<<blocks, 256>>>(in, out, ROUNDS);
    table<<<blocks, 256>>>(in, out, ROUNDS);
    table_a<<<blocks, 256>>>(in, out, ROUNDS);
    table_b<<<blocks, 256>>>(in, out, ROUNDS);
    series<<<blocks, 128>>>(in, out, ROUNDS);
    series_a<<<blocks, 128>>>(in, out, ROUNDS);
    series_b<<<blocks, 128>>>(in, out, ROUNDS);
    cudaError_t err = cudaDeviceSynchronize();
    if (err != cudaSuccess) fprintf(stderr, "%s\n", cudaGetErrorString(err));
    cudaFree(in);
    cudaFree(out);
    return err != cudaSuccess;
}
