// rejected by: gate smem_requests | gate exchanges (accesses with conflicts are split by hand into turns)
const int SIDE = 32, HIGH = 8;

__device__ float ask(const float *p) {
    float v;
    unsigned at = (unsigned)__cvta_generic_to_shared(p);
    asm volatile("ld.shared.f32 %0, [%1];" : "=f"(v) : "r"(at) : "memory");
    return v;
}

__global__ void moves_kernel(const float *in, float *columns, float *diagonals,
                             float *butterflies) {
    __shared__ float tile[SIDE][SIDE + 1];
    size_t base = (size_t)blockIdx.x * SIDE * SIDE;
    int x = threadIdx.x;

    for (int r = threadIdx.y; r < SIDE; r += HIGH)
        tile[r][x] = in[base + r * SIDE + x];
    __syncthreads();

    for (int d = threadIdx.y; d < SIDE; d += HIGH) {
        size_t to = base + d * SIDE + x;
        float diagonal = 0, butterfly = 0;
        columns[to] = tile[x][d];
        if (x < 16) diagonal = ask(&tile[x][(x + d) % SIDE]);
        __syncwarp();
        if (x >= 16) diagonal = ask(&tile[x][(x + d) % SIDE]);
        __syncwarp();
        // x + (x ^ d) repeats its bank up to 32 times: one lane at a time where it does
        unsigned same = __match_any_sync(~0u, (x + (x ^ d)) % 32);
        int rank = __popc(same & ((1u << x) - 1)), most = __reduce_max_sync(~0u, rank);
        for (int turn = 0; turn <= most; turn++) {
            if (rank == turn) butterfly = ask(&tile[x][x ^ d]);
            __syncwarp();
        }
        diagonals[to] = diagonal;
        butterflies[to] = butterfly;
    }
}

void moves(const float *in, float *columns, float *diagonals,
           float *butterflies, int tiles) {
    if (tiles == 0) return;
    moves_kernel<<<tiles, dim3(SIDE, HIGH)>>>(in, columns, diagonals,
                                              butterflies);
}
