// rejected by: case (each sum contains the segments before it)
// says: The sum begins at element 0, so it contains all segments before. Segment s begins at offsets[s].
__global__ void sums_kernel(const float *in, const int *offsets, float *sums,
                            int segments) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= segments) return;

    float sum = 0.0f;
    for (int i = 0; i < offsets[s + 1]; i++)
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
