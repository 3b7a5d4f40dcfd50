// rejected by: case n=2 (multiplies by the mass of the body that is pulled)
// says: These are forces: the mass of body i is a factor. An acceleration has only the mass of the body that pulls, m_j.
// Accelerations of n bodies that pull at each other.
const int BLOCK = 256;
__global__ void nbody_kernel(const float4 *bodies, float *acc, float soft2, int n) {
    __shared__ float4 tile[BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    float4 me = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
    float ax = 0, ay = 0, az = 0;
    for (int first = 0; first < n; first += BLOCK) {
        int j = first + threadIdx.x;
        tile[threadIdx.x] = j < n ? bodies[j] : make_float4(0, 0, 0, 0);
        __syncthreads();
        for (int k = 0; k < BLOCK; k++) {
            float4 b = tile[k];
            float dx = b.x - me.x, dy = b.y - me.y, dz = b.z - me.z;
            float d2 = dx * dx + dy * dy + dz * dz + soft2;
            float inv = rsqrtf(d2);
            float s = b.w * me.w * inv * inv * inv;
            ax += s * dx;
            ay += s * dy;
            az += s * dz;
        }
        __syncthreads();
    }
    if (i >= n) return;
    acc[3 * i] = ax;
    acc[3 * i + 1] = ay;
    acc[3 * i + 2] = az;
}

void nbody(const float *bodies, float *acc, float soft2, int n) {
    if (n == 0) return;
    nbody_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>((const float4 *)bodies, acc, soft2, n);
}
