// rejected by: case segments=5 (empty segments are not stored)
// says: Segments without elements are skipped, and their sums keep garbage. The sum of nothing is 0.
__global__ void sums_kernel(const float *in, const int *offsets, float *sums,
                            int segments) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= segments) return;

    if (offsets[s] == offsets[s + 1]) return;
    float sum = 0.0f;
    for (int i = offsets[s]; i < offsets[s + 1]; i++)
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
