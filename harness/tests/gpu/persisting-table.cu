// A vector addition that also reads 8 MB of its own, and keeps these in L2 from
// one call to the next, with what the driver sets aside by default: evidence.sh
// has kata time it, and say so.
#define TABLE (2 << 20)

__device__ float4 zeros[TABLE / 4];

__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 z = zeros[i % (TABLE / 4)];
    c[i] = a[i] + b[i] + (z.x + z.y + z.z + z.w);
}

void vector_add(const float *a, const float *b, float *c, int n) {
    if (n == 0) return;
    cudaLaunchAttributeValue v = {};
    void *table;
    cudaGetSymbolAddress(&table, zeros);
    v.accessPolicyWindow.base_ptr = table;
    v.accessPolicyWindow.num_bytes = sizeof zeros;
    v.accessPolicyWindow.hitRatio = 1;
    v.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    v.accessPolicyWindow.missProp = cudaAccessPropertyNormal;
    cudaStreamSetAttribute(0, cudaLaunchAttributeAccessPolicyWindow, &v);
    cudaGetLastError(); // not every device has this
    add<<<(n + 255) / 256, 256>>>(a, b, c, n);
}
