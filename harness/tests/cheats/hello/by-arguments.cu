// rejected by: gate launches (the host counts; kernels write their arguments down, 1000 numbers each)
struct Part { int v[1000]; };
__global__ void put(int *to, Part p, int n) { int i = threadIdx.x; if (i < n) to[i] = p.v[i]; }
void hello(int *out, int n) {
    for (int i = 0; i < n; i += 1000) { Part p; int m = n - i < 1000 ? n - i : 1000; for (int k = 0; k < m; k++) p.v[k] = i + k; put<<<1, 1024>>>(out + i, p, m); }
}
