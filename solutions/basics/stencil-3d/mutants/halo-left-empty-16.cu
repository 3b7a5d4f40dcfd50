// rejected by: case nx=33 (a tile of 16 x 16 has no border: neighbours in other blocks are 0)
// says: Neighbours that belong to the next block along x or y are 0. A tile needs a border of one point on each side, loaded too; or read these points from memory.
// A 7-point stencil whose threads walk along z.
//
//   z + 1   above    loaded now
//   z       here     loaded a step ago    x - 1, x + 1, y - 1, y + 1: from the
//   z - 1   below    two steps ago        first-level cache, which the block's
//                                         other threads have filled
//
// Three of the seven points are in registers; no barrier is needed.

const int WIDE = 16; // threads along x
const int HIGH = 16; // threads along y
const int DEEP = 8;  // planes per block: enough blocks are left

const float CENTRE = 0.40f, ALONG_X = 0.15f, ALONG_Y = 0.10f, ALONG_Z = 0.05f;

__global__ void stencil_kernel(const float *in, float *out, int nx, int ny,
                               int nz) {
    int x = blockIdx.x * WIDE + threadIdx.x;
    int y = blockIdx.y * HIGH + threadIdx.y;
    int first = blockIdx.z * DEEP, last = min(first + DEEP, nz);
    if (x >= nx || y >= ny) return;

    bool inside = x > 0 && x < nx - 1 && y > 0 && y < ny - 1;
    long long plane = (long long)nx * ny;
    const float *p = in + first * plane + (size_t)y * nx + x;
    float *q = out + (p - in);

    float below = first > 0 ? p[-plane] : 0.0f;
    float here = *p;
#pragma unroll 4
    for (int z = first; z < last; z++, p += plane, q += plane) {
        float above = z + 1 < nz ? p[plane] : 0.0f;
        float v = here; // what is on the surface stays
        if (inside && z > 0 && z < nz - 1)
            v = CENTRE * here + ALONG_X * ((threadIdx.x > 0 ? p[-1] : 0) +
                           (threadIdx.x < WIDE - 1 ? p[1] : 0)) +
                ALONG_Y * ((threadIdx.y > 0 ? p[-nx] : 0) +
                           (threadIdx.y < HIGH - 1 ? p[nx] : 0)) + ALONG_Z * (below + above);
        *q = v;
        below = here;
        here = above;
    }
}

void stencil(const float *in, float *out, int nx, int ny, int nz) {
    if (nx == 0 || ny == 0 || nz == 0) return;

    dim3 block(WIDE, HIGH);
    dim3 grid((nx + WIDE - 1) / WIDE, (ny + HIGH - 1) / HIGH,
              (nz + DEEP - 1) / DEEP);
    stencil_kernel<<<grid, block>>>(in, out, nx, ny, nz);
}
