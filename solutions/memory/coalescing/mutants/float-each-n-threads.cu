// rejected by: case n=17 | case n=1 (a thread for each float, and only n threads)
// says: A thread takes one float, and there are only n threads. n counts points, and the points have 4 * n floats: both the grid and the check of the index have to count them all.
__global__ void split(const float *points, float *x, float *y, float *z,
                      float *w, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    float v = points[t];
    int i = t / 4;
    float *outs[4] = {x, y, z, w};
    outs[t % 4][i] = v;
}
void split_points(const float *points, float *x, float *y, float *z, float *w,
                  int n) {
    if (n == 0) return;
    int blocks = (n + 255) / 256;
    split<<<blocks, 256>>>(points, x, y, z, w, n);
}
