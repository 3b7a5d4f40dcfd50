// rejected by: gate bandwidth (one block for all points)
__global__ void split(const float4 *points, float *x, float *y, float *z,
                      float *w, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float4 p = points[i];
        x[i] = p.x; y[i] = p.y; z[i] = p.z; w[i] = p.w;
    }
}
void split_points(const float *points, float *x, float *y, float *z, float *w,
                  int n) {
    split<<<1, 256>>>((const float4 *)points, x, y, z, w, n);
}
