// rejected by: gate bandwidth (one thread walks along everything)
// One thread walks along everything.
__global__ void walk(const int *in, const int *heads, int *out, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sum = heads[i] ? in[i] : sum + in[i];
        out[i] = sum;
    }
}

void segmented_scan(const int *in, const int *heads, int *out, int n) {
    if (n > 0) walk<<<1, 1>>>(in, heads, out, n);
}
