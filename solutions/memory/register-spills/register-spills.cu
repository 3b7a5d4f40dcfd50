// Sorts 32 numbers per thread, in registers, by a network of comparators.
//
//   v[a] ---o--- min     A comparator puts the smaller one first. Which pairs
//           |            are compared, and when, does not depend on the data:
//   v[b] ---o--- max     after unrolling, all indices are constants.
//
// Registers have no addresses. An array lies in them only if the compiler
// knows each index.

const int BLOCK = 128;
const int SIZE = 32; // numbers per group

__device__ void order(float &first, float &second) {
    float low = fminf(first, second), high = fmaxf(first, second);
    first = low;
    second = high;
}

// Bitonic: sorted runs of 2, 4, 8 ... numbers, up and down in turn, are merged
// by comparing at a distance that halves.
__device__ void sort(float (&v)[SIZE]) {
#pragma unroll
    for (int run = 2; run <= SIZE; run *= 2)
#pragma unroll
        for (int far = run / 2; far > 0; far /= 2)
#pragma unroll
            for (int i = 0; i < SIZE; i++) {
                int j = i ^ far;
                if (j < i) continue; // each pair once
                if ((i & run) == 0)
                    order(v[i], v[j]);
                else
                    order(v[j], v[i]);
            }
}

__global__ void sort_kernel(const float *in, float *out, int n) {
    int g = blockIdx.x * BLOCK + threadIdx.x;
    if (g >= n) return;

    float v[SIZE];
#pragma unroll
    for (int k = 0; k < SIZE; k++)
        v[k] = in[(size_t)k * n + g];
    sort(v);
#pragma unroll
    for (int k = 0; k < SIZE; k++)
        out[(size_t)k * n + g] = v[k];
}

void sort_groups(const float *in, float *out, int n) {
    if (n == 0) return;
    sort_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, n);
}
