// rejected by: gate tensor_flops (the lanes meet in a product of tensor cores)
// says: The sums are products of tensor cores, with a matrix of ones. Let the threads meet in shared memory.
__device__ void multiply(float *c, unsigned one, unsigned b) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
                 "{%0,%1,%2,%3}, {%4,%4,%4,%4}, {%5,%6}, {%0,%1,%2,%3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(one), "r"(b), "r"(0));
}

// c += ones times v, in three parts of 10 bits each.
__device__ void add_lanes(float *c, float v) {
    for (int part = 0; part < 3; part++) {
        unsigned high = __float_as_uint(v) & 0xffffe000u;
        v -= __uint_as_float(high);
        multiply(c, __float_as_uint(1.0f), high);
    }
}

__global__ void sum_kernel(const float *in, float *out, int n) {
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    float sum = 0, four[4] = {}, all[4] = {};
    for (int i = warp * 256 + lane; i < warp * 256 + 256; i += 32)
        sum += i < n ? in[i] : 0.0f;
    add_lanes(four, sum);
    add_lanes(all, four[0] + four[1]);
    if (lane == 0 && warp * 256 < n) out[warp] = all[0];
}

void block_sums(const float *in, float *out, int n) {
    if (n == 0) return;
    int warps = (n + 255) / 256;
    sum_kernel<<<(warps + 7) / 8, 256>>>(in, out, n);
}
