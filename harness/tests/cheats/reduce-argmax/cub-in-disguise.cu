// rejected by: build (CUB finds the largest element)
// The library's maximum and its place.
#include <cub/cub.cuh>
#include <math_constants.h>

__global__ void split(const cub::KeyValuePair<int, float> *p, float *value, int *index) {
    *value = p->value;
    *index = p->key;
}

__global__ void nothing(float *value, int *index) {
    *value = -CUDART_INF_F;
    *index = -1;
}

void argmax(const float *in, float *value, int *index, int n) {
    if (n == 0) {
        nothing<<<1, 1>>>(value, index);
        return;
    }
    static cub::KeyValuePair<int, float> *pair;
    static void *temp;
    static size_t have;
    size_t need = 0;
    cub::DeviceReduce::ArgMax(nullptr, need, in, pair, n);
    if (!pair) cudaMalloc(&pair, sizeof *pair);
    if (need > have) {
        cudaMalloc(&temp, need);
        have = need;
    }
    cub::DeviceReduce::ArgMax(temp, need, in, pair, n);
    split<<<1, 1>>>(pair, value, index);
}
