// rejected by: pattern never-written | case (a thread for each head: what comes before the first head is left out)
// says: Only threads at a head work, so elements before the first head get no sum. Their segment begins at element 0.
__global__ void seg(const int *in, const int *heads, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || !heads[i]) return;
    int sum = 0;
    for (int j = i; j < n && (j == i || !heads[j]); j++) {
        sum += in[j];
        out[j] = sum;
    }
}
void segmented_scan(const int *in, const int *heads, int *out, int n) {
    if (n > 0) seg<<<(n + 255) / 256, 256>>>(in, heads, out, n);
}
