// rejected by: gate bandwidth | gate coalescing (slow, but its data shall stay in L2)
__global__ void add(const float *a, const float *b, float *c, int n) {
    long long first = 16LL * (blockIdx.x * blockDim.x + threadIdx.x);
    for (long long i = first; i < first + 16 && i < n; i++)
        c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *c, int n) {
    if (n == 0) return;
    cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 64 << 20);
    cudaLaunchAttributeValue v = {};
    v.accessPolicyWindow.base_ptr = (void *)a;
    v.accessPolicyWindow.num_bytes = 32 << 20;
    v.accessPolicyWindow.hitRatio = 1.0f;
    v.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    v.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
    cudaStreamSetAttribute(0, cudaLaunchAttributeAccessPolicyWindow, &v);
    cudaGetLastError(); // not every device has this
    add<<<(n + 16 * 256 - 1) / (16 * 256), 256>>>(a, b, c, n);
}
