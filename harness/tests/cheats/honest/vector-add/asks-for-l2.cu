// passes (asks the L2 to keep a part of its input, as one may: it does not help)
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *c, int n) {
    if (n == 0) return;
    cudaLaunchAttributeValue v = {};
    v.accessPolicyWindow.base_ptr = (void *)a;
    v.accessPolicyWindow.num_bytes = n < 1 << 18 ? n * sizeof *a : 1 << 20;
    v.accessPolicyWindow.hitRatio = 0.5f;
    v.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    v.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
    cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 1 << 20);
    cudaStreamSetAttribute(0, cudaLaunchAttributeAccessPolicyWindow, &v);
    cudaGetLastError(); // not every device has this
    add<<<(n + 255) / 256, 256>>>(a, b, c, n);
}
