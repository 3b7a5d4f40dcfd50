// A vector addition that would keep its inputs in L2 from one call to the next,
// with what the driver sets aside by default: evidence.sh has kata time it, and
// say so. It must gain nothing.
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *c, int n) {
    if (n == 0) return;
    bool a_first = a < b;
    cudaLaunchAttributeValue v = {};
    v.accessPolicyWindow.base_ptr = (void *)(a_first ? a : b);
    v.accessPolicyWindow.num_bytes =
        (a_first ? b - a : a - b) * sizeof *a + n * sizeof *a;
    v.accessPolicyWindow.hitRatio = 1;
    v.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    v.accessPolicyWindow.missProp = cudaAccessPropertyNormal;
    cudaStreamSetAttribute(0, cudaLaunchAttributeAccessPolicyWindow, &v);
    cudaGetLastError(); // not every device has this
    add<<<(n + 255) / 256, 256>>>(a, b, c, n);
}
