// rejected by: case n=2 (soft2 is added after the power, not to the squared distance)
// says: soft2 is added to the third power of the distance. It belongs to |d|^2, before the power.
__global__ void nbody_kernel(const float *bodies, float *acc, float soft2,
                             int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    float x = bodies[4 * i], y = bodies[4 * i + 1], z = bodies[4 * i + 2];
    float ax = 0, ay = 0, az = 0;
    for (int j = 0; j < n; j++) {
        float dx = bodies[4 * j] - x, dy = bodies[4 * j + 1] - y,
              dz = bodies[4 * j + 2] - z;
        float d2 = dx * dx + dy * dy + dz * dz;
        float s = bodies[4 * j + 3] / (d2 * sqrtf(d2) + soft2);
        ax += s * dx;
        ay += s * dy;
        az += s * dz;
    }
    acc[3 * i] = ax;
    acc[3 * i + 1] = ay;
    acc[3 * i + 2] = az;
}

void nbody(const float *bodies, float *acc, float soft2, int n) {
    if (n == 0) return;
    nbody_kernel<<<(n + 255) / 256, 256>>>(bodies, acc, soft2, n);
}
