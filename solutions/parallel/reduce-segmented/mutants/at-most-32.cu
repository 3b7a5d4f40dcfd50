// rejected by: case segments=1 n=5000 (only the first 32 elements of a segment are added)
// says: Elements from the 32nd on are left out. A segment may be longer than a warp: each lane must go on by 32.
__global__ void sums_kernel(const float *in, const int *offsets, float *sums,
                            int segments) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= segments) return;

    float sum = 0.0f;
    for (int i = offsets[s]; i < min(offsets[s + 1], offsets[s] + 32); i++)
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
