// rejected by: case n=70 (equal numbers get the same place)
// says: Equal numbers get the same place, and the places after it stay empty. Of equal numbers count those that come before this one.
const int SIZE = 32; // numbers per group

__global__ void sort_kernel(const float *in, float *out, int n) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g >= n) return;

    float v[SIZE];
#pragma unroll
    for (int k = 0; k < SIZE; k++) v[k] = in[(size_t)k * n + g];
#pragma unroll
    for (int k = 0; k < SIZE; k++) {
        int at = 0;
#pragma unroll
        for (int j = 0; j < SIZE; j++) at += v[j] < v[k];
        out[(size_t)at * n + g] = v[k];
    }
}

void sort_groups(const float *in, float *out, int n) {
    if (n == 0) return;
    sort_kernel<<<(n + 127) / 128, 128>>>(in, out, n);
}
