// rejected by: case segments=1 n=1 (the first element of each segment is left out)
// says: Each segment begins one element too late. Its first element has the index offsets[s].
__global__ void sums_kernel(const float *in, const int *offsets, float *sums,
                            int segments) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= segments) return;

    float sum = 0.0f;
    for (int i = offsets[s] + 1; i < offsets[s + 1]; i++)
        sum += in[i];
    sums[s] = sum;
}

// Segment s has the elements offsets[s] to offsets[s + 1] - 1 of in.
void segment_sums(const float *in, const int *offsets, float *sums,
                  int segments, int n) {
    (void)n;
    if (segments == 0) return;
    sums_kernel<<<(segments + 255) / 256, 256>>>(in, offsets, sums, segments);
}
