// rejected by: gate global_atomics (no cluster: 64 blocks with all bins, added up by bulk copies)
const int BLOCK = 1024, BLOCKS = 64;

__global__ void count(const unsigned short *in, unsigned *out, int n,
                      int bins) {
    extern __shared__ __align__(16) unsigned own[];
    int whole = bins / 4 * 4;
    for (int i = threadIdx.x; i < bins; i += BLOCK)
        own[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += BLOCKS * BLOCK)
        atomicAdd(&own[in[i]], 1);
    __syncthreads();
    for (int i = whole + threadIdx.x; i < bins; i += BLOCK)
        atomicAdd(&out[i], own[i]);
    if (threadIdx.x > 0 || whole == 0) return;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 "
                 "[%0], [%1], %2;" ::"l"(out),
                 "r"((unsigned)__cvta_generic_to_shared(own)), "r"(whole * 4)
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

void histogram(const unsigned short *in, unsigned int *out, int n, int bins) {
    size_t bytes = bins * sizeof(unsigned);
    cudaMemsetAsync(out, 0, bytes);
    cudaFuncSetAttribute(count, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         (int)bytes);
    count<<<BLOCKS, BLOCK, bytes>>>(in, out, n, bins);
}
