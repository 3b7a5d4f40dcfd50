// A learner's function that a library's kernel calls: the trap is on the
// learner's line, not on one of the library's. A kernel that is the library's
// alone: the trap is on the line that calls it.
// FLAGS --extended-lambda
#include "bug.h"

#include <cub/device/device_reduce.cuh>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>

static const int n = 1000;

struct LookUp {
    const int *table;
    __host__ __device__ int operator()(int i) const {
        return table[i]; // BUG functor: out-of-bounds
    }
};

static void transform(int value) {
    int *at, *table, *out;
    cudaMalloc(&at, n * sizeof *at);
    cudaMalloc(&table, 64 * sizeof *table);
    cudaMalloc(&out, n * sizeof *out);
    cudaMemset(at, value, n * sizeof *at);
    cudaMemset(table, 0, 64 * sizeof *table);
    try {
        thrust::transform(thrust::device, at, at + n, out, LookUp{table});
    } catch (...) { // the trap is its error, too
    }
    cudaDeviceSynchronize();
}
// FINE functor-inside

struct Sum {
    const int *weight;
    __host__ __device__ int operator()(int a, int b) const {
        return a + b * weight[b & 127]; // BUG operator: out-of-bounds
    }
};

static void reduce(int weights) {
    int *in, *weight, *out;
    void *temp = NULL;
    size_t bytes = 0;
    cudaMalloc(&in, n * sizeof *in);
    cudaMalloc(&weight, weights * sizeof *weight);
    cudaMalloc(&out, sizeof *out);
    cudaMemset(in, 0x7f, n * sizeof *in);
    cudaMemset(weight, 0, weights * sizeof *weight);
    cub::DeviceReduce::Reduce(temp, bytes, in, out, n, Sum{weight}, 0);
    cudaMalloc(&temp, bytes);
    cub::DeviceReduce::Reduce(temp, bytes, in, out, n, Sum{weight}, 0);
    cudaDeviceSynchronize();
}
// FINE operator-inside

// Nothing of the learner's is in the kernel: the call is meant.
static void sum_of(int elements, int room) {
    int *in, *out;
    void *temp = NULL;
    size_t bytes = 0;
    cudaMalloc(&in, room * sizeof *in);
    cudaMalloc(&out, sizeof *out);
    cudaMemset(in, 0, room * sizeof *in);
    cub::DeviceReduce::Sum(temp, bytes, in, out, elements);
    cudaMalloc(&temp, bytes);
    cub::DeviceReduce::Sum(temp, bytes, in, out, elements); // BUG too-many: out-of-bounds
    cudaDeviceSynchronize();
}
// FINE as-many
static void sum_by_thrust(int elements, int room) {
    int *in;
    cudaMalloc(&in, room * sizeof *in);
    cudaMemset(in, 0, room * sizeof *in);
    try {
        int s = thrust::reduce(thrust::device, in, in + elements); // BUG too-many-thrust: out-of-bounds
        printf("%d\n", s);
    } catch (...) {
    }
}
// FINE as-many-thrust

static const Bug bugs[] = {
    {"functor", [] { transform(1); }},
    {"functor-inside", [] { transform(0); }},
    {"operator", [] { reduce(100); }},
    {"operator-inside", [] { reduce(128); }},
    {"too-many", [] { sum_of(5000, 1000); }},
    {"as-many", [] { sum_of(5000, 5000); }},
    {"too-many-thrust", [] { sum_by_thrust(5000, 1000); }},
    {"as-many-thrust", [] { sum_by_thrust(5000, 5000); }},
};

int main(int argc, char **argv) { return bug_main(bugs, argc, argv); }
