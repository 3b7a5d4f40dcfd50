// Two devices with a part of the sum each. The parts change from step to step; the results are
// read by what comes later in each device's stream.
#include "kata_tests.h"

#include <vector>

typedef void Product(int first, int rows, int device, cudaStream_t stream);
void product_sum(Product *product, float *const *out, float *const *inbox, int m, int n,
                 cudaStream_t *stream);
void product_cases(int m, int n, int k, int ld, int steps, int shown, const float *a,
                   const float *b, float *out, int *sums, int *facts);

enum { CURRENT, NO_WAIT, ONCE };

static float *da[2], *db[2], *result[2], *inbox[2];
static int inner, columns, leading;
static std::vector<int> asked[2]; // how often, for each row

// out = a * b^T. Weights are stored like this: the numbers of one output lie side by side, and
// `ld` floats further on are those of the next one.
__global__ void multiply(const float *a, const float *b, float *out, int rows, int n, int k,
                         int ld) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= rows || j >= n) return;
    float sum = 0;
    for (int x = 0; x < k; x++)
        sum += a[(size_t)i * k + x] * b[(size_t)j * ld + x];
    out[(size_t)i * n + j] = sum;
}

static void product(int first, int rows, int device, cudaStream_t s) {
    for (int i = first; i < first + rows; i++)
        if (i >= 0 && i < (int)asked[device].size()) asked[device][i]++;
    dim3 block(32, 8), grid((columns + 31) / 32, (rows + 7) / 8);
    cudaSetDevice(device);
    multiply<<<grid, block, 0, s>>>(da[device] + (size_t)first * inner, db[device],
                                    result[device] + (size_t)first * columns, rows, columns,
                                    inner, leading);
}

// -1 becomes 0, 0 becomes 1, 1 becomes -1.
__global__ void turn(float *a, size_t count) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) a[i] = a[i] == 1 ? -1 : a[i] + 1;
}

// Adds `weight` times a weighted sum of each row.
__global__ void check(const float *out, int *sums, int n, int weight) {
    __shared__ int sum;
    const float *row = out + (size_t)blockIdx.x * n;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    int mine = 0;
    for (int j = threadIdx.x; j < n; j += blockDim.x)
        mine += (int)row[j] * (j % 7 + 1);
    atomicAdd(&sum, mine);
    __syncthreads();
    if (threadIdx.x == 0) sums[blockIdx.x] += weight * sum;
}

static float *device_array(size_t count) {
    float *p;
    cudaMalloc(&p, count * sizeof *p);
    return p;
}

static int waits(void) {
    return kata_calls("cudaDeviceSynchronize") + kata_calls("cudaStreamSynchronize") +
           kata_calls("cudaEventSynchronize") + kata_calls("cudaMemcpy") +
           kata_calls("cudaMemcpyPeer");
}

void product_cases(int m, int n, int k, int ld, int steps, int shown, const float *a,
                   const float *b, float *out, int *sums, int *facts) {
    const size_t mk = (size_t)m * k, kn = (size_t)n * ld, mn = (size_t)m * n;
    int *found[2], device = -1;
    cudaStream_t stream[2];
    inner = k;
    columns = n;
    leading = ld;
    for (int d = 1; d >= 0; d--) {
        cudaSetDevice(d);
        cudaDeviceEnablePeerAccess(1 - d, 0);
        cudaGetLastError(); // it may be open
        cudaStreamCreateWithFlags(&stream[d], cudaStreamNonBlocking);
        da[d] = device_array(mk);
        db[d] = device_array(kn);
        result[d] = device_array(mn);
        inbox[d] = device_array(mn);
        found[d] = (int *)device_array(m);
        cudaMemcpyAsync(da[d], a + d * mk, mk * sizeof *a, cudaMemcpyHostToDevice, stream[d]);
        cudaMemcpyAsync(db[d], b + d * kn, kn * sizeof *b, cudaMemcpyHostToDevice, stream[d]);
        cudaMemsetAsync(result[d], 0xff, mn * sizeof(float), stream[d]); // NaN
        cudaMemsetAsync(found[d], 0, m * sizeof(int), stream[d]);
    }
    facts[CURRENT] = facts[NO_WAIT] = facts[ONCE] = 1;
    for (int s = 0; s < steps; s++) {
        asked[0].assign(m, 0);
        asked[1].assign(m, 0);
        int before = waits();
        cudaSetDevice(0);
        product_sum(product, result, inbox, m, n, stream);
        facts[NO_WAIT] &= waits() == before;
        cudaGetDevice(&device);
        facts[CURRENT] &= device == 0;
        for (int i = 0; i < 2 * m; i++)
            facts[ONCE] &= asked[i % 2][i / 2] == 1;
        for (int d = 0; d < 2; d++) {
            cudaSetDevice(d);
            check<<<m, 256, 0, stream[d]>>>(result[d], found[d], n, s + 1);
            turn<<<(unsigned)((mk + 255) / 256), 256, 0, stream[d]>>>(da[d], mk);
        }
    }
    const size_t show = (size_t)shown * n;
    for (int d = 1; d >= 0; d--) {
        cudaSetDevice(d);
        cudaMemcpyAsync(out + d * show, result[d], show * sizeof *out, cudaMemcpyDeviceToHost,
                        stream[d]);
        cudaMemcpyAsync(sums + (size_t)d * m, found[d], m * sizeof *sums, cudaMemcpyDeviceToHost,
                        stream[d]);
    }
    for (int d = 1; d >= 0; d--) {
        cudaSetDevice(d);
        cudaDeviceSynchronize();
        cudaStreamDestroy(stream[d]);
        for (void *p : {(void *)da[d], (void *)db[d], (void *)result[d], (void *)inbox[d],
                        (void *)found[d]})
            cudaFree(p);
    }
}
