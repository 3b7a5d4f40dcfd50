// rejected by: case n=2 (takes the mass of the body that is pulled)
// says: The mass is that of the pulled body i. The pull of body j goes with its own mass, m_j.
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
            float dx = b.x - me.x, dy = b.y - me.y, dz = b.z - me.z;
            float r = rsqrtf(dx * dx + dy * dy + dz * dz + soft2);
            float s = me.w * r * r * r;
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
