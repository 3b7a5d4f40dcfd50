// A 7-point stencil: a thread walks up two neighbouring rows and 32 planes. The
// neighbours in z and between the two rows are in its registers, those in x in
// the registers of the next lanes.

const int WARPS = 8, ROWS = 2, TALL = 32;
const unsigned ALL = 0xffffffffu;

__global__ void __launch_bounds__(32 * WARPS)
    stencil_kernel(const float *__restrict__ in, float *__restrict__ out, int nx,
                   int ny, int nz) {
    int lane = threadIdx.x;
    int x = blockIdx.x * 32 + lane;
    int y = (blockIdx.y * WARPS + threadIdx.y) * ROWS;
    if (y >= ny) return; // a whole warp

    bool valid = x < nx;
    bool two = valid && y + 1 < ny;
    bool inside_x = x > 0 && x < nx - 1;
    bool inside0 = inside_x && y > 0 && y < ny - 1;
    bool inside1 = inside_x && y + 1 < ny - 1; // y + 1 > 0
    bool left_edge = inside_x && lane == 0;
    bool right_edge = inside_x && lane == 31;
    bool has_front = inside_x && y > 0;
    bool has_back = inside1; // row y + 2 exists

    size_t row = nx, plane = (size_t)nx * ny;
    int z = blockIdx.z * TALL;
    int end = z + TALL < nz ? z + TALL : nz;
    size_t at = z * plane + y * row + x;

    float below0 = valid && z > 0 ? in[at - plane] : 0.0f;
    float below1 = two && z > 0 ? in[at - plane + row] : 0.0f;
    float here0 = valid ? in[at] : 0.0f;
    float here1 = two ? in[at + row] : 0.0f;

#pragma unroll 2
    for (; z < end; z++, at += plane) {
        float above0 = valid && z + 1 < nz ? in[at + plane] : 0.0f;
        float above1 = two && z + 1 < nz ? in[at + plane + row] : 0.0f;
        float front = has_front ? in[at - row] : 0.0f;
        float back = has_back ? in[at + 2 * row] : 0.0f;

        float left0 = __shfl_up_sync(ALL, here0, 1);
        float left1 = __shfl_up_sync(ALL, here1, 1);
        float right0 = __shfl_down_sync(ALL, here0, 1);
        float right1 = __shfl_down_sync(ALL, here1, 1);
        if (left_edge) {
            left0 = in[at - 1];
            if (two) left1 = in[at + row - 1];
        }
        if (right_edge) {
            right0 = in[at + 1];
            if (two) right1 = in[at + row + 1];
        }

        bool middle = z > 0 && z < nz - 1;
        float r0 = here0, r1 = here1;
        if (inside0 && middle)
            r0 = 0.40f * here0 + 0.15f * (left0 + right0) +
                 0.10f * (front + here1) + 0.05f * (below0 + above0);
        if (inside1 && middle)
            r1 = 0.40f * here1 + 0.15f * (left1 + right1) +
                 0.10f * (here0 + back) + 0.05f * (below1 + above1);
        if (valid) out[at] = r0;
        if (two) out[at + row] = r1;

        below0 = here0, below1 = here1;
        here0 = above0, here1 = above1;
    }
}

void stencil(const float *in, float *out, int nx, int ny, int nz) {
    if (nx == 0 || ny == 0 || nz == 0) return;
    dim3 grid((nx + 31) / 32, (ny + WARPS * ROWS - 1) / (WARPS * ROWS),
              (nz + TALL - 1) / TALL);
    stencil_kernel<<<grid, dim3(32, WARPS)>>>(in, out, nx, ny, nz);
}
