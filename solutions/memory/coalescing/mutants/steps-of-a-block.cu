// rejected by: case n=33001 (the loop goes on by the threads of one block)
// says: The loop steps by the threads of one block, so the blocks overlap and the last points have no thread. The step is the number of threads in the whole grid: gridDim.x * blockDim.x.
const int EACH = 64;
__global__ void split(const float *points, float *x, float *y, float *z,
                      float *w, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < EACH; k++) {
        int i = k * blockDim.x + t;
        if (i < n) {
            float4 p = ((const float4 *)points)[i];
            x[i] = p.x; y[i] = p.y; z[i] = p.z; w[i] = p.w;
        }
    }
}
void split_points(const float *points, float *x, float *y, float *z, float *w,
                  int n) {
    if (n == 0) return;
    int threads = 256;
    int stretches = (n + EACH - 1) / EACH;
    int blocks = (stretches + threads - 1) / threads;
    split<<<blocks, threads>>>(points, x, y, z, w, n);
}
