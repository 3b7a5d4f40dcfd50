// passes (lanes of a wavefront of 32 exchange values inside of a branch)
// Three kernels in HIP, for wavefronts of any width.
#include <hip/hip_runtime.h>

const int BLOCK = 256;
const int MOST_WAVES = BLOCK / 32; // of a block: what the narrowest wavefront needs

// ---- the wavefront

__device__ float wave_sum(float v) {
    for (int d = warpSize / 2; d > 0; d /= 2)
        v += __shfl_xor(v, d);
    return v;
}

// The device that is current has so many lanes in a wavefront. The compiler may not know.
static int lanes_of_device() {
    int device, lanes;
    hipGetDevice(&device);
    hipDeviceGetAttribute(&lanes, hipDeviceAttributeWarpSize, device);
    return lanes;
}

static int blocks_for(int rows) {
    int waves = BLOCK / lanes_of_device();
    return (rows + waves - 1) / waves;
}

__device__ int row_of_wave() {
    return blockIdx.x * (BLOCK / warpSize) + threadIdx.x / warpSize;
}

// ---- a wavefront sums a row

__global__ void row_sums_kernel(const float *x, float *sums, int rows, int cols) {
    int lane = threadIdx.x % warpSize, row = row_of_wave();
    float v = 0.0f;
    for (int c = lane; row < rows && c < cols; c += warpSize)
        v += x[row * cols + c];
    v = wave_sum(v);
    if (row < rows && lane == 0) sums[row] = v;
}

void row_sums(const float *x, float *sums, int rows, int cols) {
    row_sums_kernel<<<blocks_for(rows), BLOCK>>>(x, sums, rows, cols);
}

// ---- a block sums everything

__global__ void total_kernel(const float *x, float *sum, int n) {
    __shared__ float part[MOST_WAVES];
    int t = threadIdx.x, lane = t % warpSize;
    float v = 0.0f;
    for (int i = t; i < n; i += BLOCK)
        v += x[i];
    v = wave_sum(v);
    if (lane == 0) part[t / warpSize] = v;
    __syncthreads();
    if (warpSize == 32) {
        if (t < BLOCK / 32) { // eight lanes of a wavefront, together in a branch
            v = part[lane];
            for (int d = 4; d > 0; d /= 2)
                v += __shfl_xor(v, d);
        }
    } else {
        v = wave_sum(lane < BLOCK / warpSize ? part[lane] : 0.0f); // in every wavefront
    }
    if (t == 0) *sum = v;
}

void total(const float *x, float *sum, int n) {
    total_kernel<<<1, BLOCK>>>(x, sum, n);
}

// ---- a wavefront lists the positive numbers of a row

__global__ void positives_kernel(const float *x, int *list, int *counts, int rows,
                                 int cols) {
    int lane = threadIdx.x % warpSize, row = row_of_wave(), count = 0;
    unsigned long long below = (1ull << lane) - 1; // the lanes before this one
    for (int c0 = 0; c0 < cols; c0 += warpSize) {
        int c = c0 + lane;
        bool positive = row < rows && c < cols && x[row * cols + c] > 0;
        unsigned long long vote = 0;
        if (warpSize == 64)
            vote = __ballot(positive);
        else if (positive)
            vote = __ballot(1); // of those that are here
        if (positive) list[row * cols + count + __popcll(vote & below)] = c;
        vote = warpSize == 64 ? vote : __ballot(positive);
        count += __popcll(vote);
    }
    if (row < rows && lane == 0) counts[row] = count;
}

void positives(const float *x, int *list, int *counts, int rows, int cols) {
    positives_kernel<<<blocks_for(rows), BLOCK>>>(x, list, counts, rows, cols);
}
