// rejected by: case n=1 (the velocities are taken from fields 4 to 6)
// says: The velocities are taken from the fields 4, 5 and 6. Fields are counted from 0: which numbers have vx, vy and vz?
const int FIELDS = 7;

__global__ void split_kernel(const float *particles, float *fields,
                             float *energy, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    float p[FIELDS];
    for (int f = 0; f < FIELDS; f++) {
        p[f] = particles[(size_t)i * FIELDS + f];
        fields[(size_t)f * n + i] = p[f];
    }
    energy[i] = 0.5f * p[6] * (p[4] * p[4] + p[5] * p[5] + p[6] * p[6]);
}

void split(const float *particles, float *fields, float *energy, int n) {
    if (n == 0) return;
    split_kernel<<<(n + 255) / 256, 256>>>(particles, fields, energy, n);
}
