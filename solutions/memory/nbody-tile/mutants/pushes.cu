// rejected by: case n=2 (d points the wrong way)
// says: d points from body j to body i, so the bodies push each other away. It is the position of j minus the position of i.
__global__ void nbody_kernel(const float4 *bodies, float *acc, float soft2,
                             int n) {
    __shared__ float4 tile[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float4 me = bodies[min(i, n - 1)];
    float ax = 0, ay = 0, az = 0;
    for (int first = 0; first < n; first += 256) {
        tile[t] = first + t < n ? bodies[first + t] : make_float4(0, 0, 0, 0);
        __syncthreads(); // filled
        for (int k = 0; k < 256; k++) {
            float4 b = tile[k];
            float dx = me.x - b.x, dy = me.y - b.y, dz = me.z - b.z;
            float r = rsqrtf(dx * dx + dy * dy + dz * dz + soft2);
            float s = b.w * r * r * r;
            ax += s * dx;
            ay += s * dy;
            az += s * dz;
        }
        __syncthreads(); // read
    }
    if (i >= n) return;
    acc[3 * i] = ax;
    acc[3 * i + 1] = ay;
    acc[3 * i + 2] = az;
}

void nbody(const float *bodies, float *acc, float soft2, int n) {
    if (n == 0) return;
    nbody_kernel<<<(n + 255) / 256, 256>>>((const float4 *)bodies, acc, soft2,
                                           n);
}
