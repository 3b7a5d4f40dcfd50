// rejected by: gate traffic | gate bandwidth (every tile looks back to the first one)
// A scan in one pass over memory.
//

constexpr int BLOCK = 512, WARPS = BLOCK / 32, OWN = 4, TILE = BLOCK * OWN;

// The OWN elements of a thread, as one vector; 0 beyond the end.
__device__ void load_own(const int *in, int first, int n, int v[OWN]) {
    if (first + OWN <= n) {
        int4 a = *(const int4 *)(in + first);
        v[0] = a.x, v[1] = a.y, v[2] = a.z, v[3] = a.w;
        return;
    }
    for (int k = 0; k < OWN; k++)
        v[k] = first + k < n ? in[first + k] : 0;
}

// Inclusive, over the block. *all: the sum of everybody's v.
__device__ int block_scan(int v, int *all) {
    __shared__ int sums[WARPS];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int step = 1; step < 32; step *= 2) {
        int left = __shfl_up_sync(~0u, v, step);
        if (lane >= step) v += left;
    }
    if (lane == 31) sums[warp] = v;
    __syncthreads();
    int before = 0, total = 0;
    for (int w = 0; w < WARPS; w++) {
        before += w < warp ? sums[w] : 0;
        total += sums[w];
    }
    __syncthreads(); // sums is used again
    *all = total;
    return v + before;
}

typedef unsigned long long u64;
__global__ void scan_one(const int *in, u64 *state, unsigned *counter, int *out, int n) {
    __shared__ int s_tile, s_before;
    if (threadIdx.x == 0) s_tile = atomicAdd(counter, 1u);
    __syncthreads();
    int tile = s_tile;
    int first = tile * TILE + threadIdx.x * OWN, v[OWN], all;
    load_own(in, first, n, v);
    for (int k = 1; k < OWN; k++)
        v[k] += v[k - 1];
    int mine = block_scan(v[OWN - 1], &all) - v[OWN - 1];
    if (threadIdx.x == 0) {
        int before = 0;
        if (tile > 0) {
            atomicExch(&state[tile], 1ull << 32 | (unsigned)all);
            int t = tile - 1;
            while (true) {
                unsigned long long w;
                do w = atomicAdd(&state[t], 0ull); while (w >> 32 == 0);
                before += (int)(unsigned)w;
                if (w >> 32 == 2) break;
                t--;
            }
        }
        if (tile == 0) atomicExch(&state[tile], 2ull << 32 | (unsigned)all);
        s_before = before;
    }
    __syncthreads();
    int from = s_before + mine;
    for (int k = 0; k < OWN; k++)
        v[k] += from;
    if (first + OWN <= n) {
        *(int4 *)(out + first) = make_int4(v[0], v[1], v[2], v[3]);
        return;
    }
    for (int k = 0; k < OWN && first + k < n; k++)
        out[first + k] = v[k];
}

void scan(const int *in, int *out, int n) {
    int tiles = (n + TILE - 1) / TILE;
    if (n <= 0) return;
    u64 *state;
    cudaMallocAsync(&state, (tiles + 1) * sizeof(u64), 0);
    cudaMemsetAsync(state, 0, (tiles + 1) * sizeof(u64), 0);
    scan_one<<<tiles, BLOCK>>>(in, state, (unsigned *)(state + tiles), out, n);
    cudaFreeAsync(state, 0);
}
