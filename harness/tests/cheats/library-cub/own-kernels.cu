// rejected by: case (kernels of its own of one thread; no library is called)
typedef unsigned long long Total;
static unsigned *tmp;
void cub_begin(int most) { cudaMalloc(&tmp, most * 4ul + 4); }
__global__ void s1(const unsigned *in, Total *out, int n) { Total t = 0; for (int i = 0; i < n; i++) t += in[i]; *out = t; }
__global__ void s2(const unsigned *in, unsigned *out, int n) { unsigned t = 0; for (int i = 0; i < n; i++) { out[i] = t; t += in[i]; } }
__global__ void s3(const unsigned *in, unsigned *out, unsigned *t, int n) {
    for (int i = 0; i < n; i++) out[i] = in[i];
    for (int w = 1; w < n; w *= 2) {
        for (int l = 0; l < n; l += 2 * w) {
            int m = min(l + w, n), r = min(l + 2 * w, n), i = l, j = m;
            for (int k = l; k < r; k++) t[k] = i < m && (j >= r || out[i] <= out[j]) ? out[i++] : out[j++];
        }
        for (int i = 0; i < n; i++) out[i] = t[i];
    }
}
void sum_all(const unsigned *in, Total *out, int n, cudaStream_t st) { s1<<<1, 1, 0, st>>>(in, out, n); }
void sums_before(const unsigned *in, unsigned *out, int n, cudaStream_t st) { s2<<<1, 1, 0, st>>>(in, out, n); }
void sort_keys(const unsigned *in, unsigned *out, int n, cudaStream_t st) { s3<<<1, 1, 0, st>>>(in, out, tmp, n); }
void cub_end() { cudaFree(tmp); }
