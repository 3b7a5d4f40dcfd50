// rejected by: case n=2 (the pull points away)
// says: d points from body j to body i, so the bodies push each other away. It is the position of j minus the position of i.
// Accelerations of n bodies: a tile of bodies in shared memory, read by all.
//
//   bodies   |--- tile ---|--- tile ---|--- ...
//                  |
//                  v  loaded once per block, one body per thread
//   thread i:  a[i] += pull of each body of the tile on body i
//
// A tile of 256 bodies is 4 KB of memory, and 256 * 256 interactions.

const int BLOCK = 256; // bodies of a block, and of a tile

__device__ float3 pull(float4 me, float4 other, float soft2, float3 a) {
    float dx = me.x - other.x, dy = me.y - other.y, dz = me.z - other.z;
    float d2 = dx * dx + dy * dy + dz * dz + soft2;
    float inverse = rsqrtf(d2);
    float s = other.w * inverse * inverse * inverse;
    return make_float3(a.x + s * dx, a.y + s * dy, a.z + s * dz);
}

__global__ void nbody_kernel(const float4 *bodies, float *acc, float soft2,
                             int n) {
    __shared__ float4 tile[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    float4 me = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
    float3 a = make_float3(0, 0, 0);

    for (int first = 0; first < n; first += BLOCK) {
        // What fills the last tile has no mass, so it does not pull.
        int j = first + t;
        tile[t] = j < n ? bodies[j] : make_float4(0, 0, 0, 0);
        __syncthreads(); // the tile is complete
#pragma unroll 8
        for (int k = 0; k < BLOCK; k++)
            a = pull(me, tile[k], soft2, a);
        __syncthreads(); // the tile has been read
    }
    if (i < n) {
        acc[3 * i] = a.x;
        acc[3 * i + 1] = a.y;
        acc[3 * i + 2] = a.z;
    }
}

void nbody(const float *bodies, float *acc, float soft2, int n) {
    if (n == 0) return;
    nbody_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>((const float4 *)bodies,
                                                     acc, soft2, n);
}
