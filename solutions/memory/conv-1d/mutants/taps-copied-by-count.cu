// rejected by: case (copies k bytes of the taps, not k floats)
// says: Only k bytes of the taps were copied: a copy counts bytes. Multiply k by sizeof(float).
const int BLOCK = 256;
const int MAX_TAPS = 31;

__constant__ float filter[MAX_TAPS];

__global__ void correlate_kernel(const float *in, float *out, int n, int k) {
    __shared__ float tile[BLOCK + MAX_TAPS - 1];
    int t = threadIdx.x, first = blockIdx.x * BLOCK;

    for (int s = t; s < BLOCK + k - 1; s += BLOCK) {
        int at = first + s - k / 2;
        tile[s] = at >= 0 && at < n ? in[at] : 0.0f;
    }
    __syncthreads();

    float sum = 0.0f;
    for (int j = 0; j < k; j++) sum += filter[j] * tile[t + j];
    if (first + t < n) out[first + t] = sum;
}

void correlate(const float *in, const float *taps, float *out, int n, int k) {
    if (n == 0) return;
    cudaMemcpyToSymbol(filter, taps, k, 0, cudaMemcpyDeviceToDevice);
    correlate_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, n, k);
}
