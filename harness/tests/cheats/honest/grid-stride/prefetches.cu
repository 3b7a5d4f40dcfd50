// passes (reads ahead: an element that it may never need, inside the array)
__global__ void square(const float *in, float *out, int *owner, int n) {
    int all = gridDim.x * blockDim.x;
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    float next = first < n ? in[first] : 0.0f;
    for (int i = first; i < n; i += all) {
        float x = next;
        next = in[i < n - all ? i + all : n - 1];
        out[i] = x * x;
        owner[i] = first;
    }
}

void square_all(const float *in, float *out, int *owner, int n, int blocks,
                int threads) {
    if (n > 0) square<<<blocks, threads>>>(in, out, owner, n);
}
