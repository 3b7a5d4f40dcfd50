// rejected by: case segments=1000 (an if where a while belongs: one border for each element)
// says: Where several borders lie at one place, an empty segment gets elements of the next one. Go on to the next segment with while, not if, until the element lies in it.
constexpr int EACH = 16, BLOCK = 128;
__global__ void clear(float *sums, int segments) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s < segments) sums[s] = 0.0f;
}
__global__ void pieces(const float *in, const int *offsets, float *sums, int segments, int n) {
    int begin = (blockIdx.x * BLOCK + threadIdx.x) * EACH;
    if (begin >= n) return;
    int end = min(begin + EACH, n);
    int low = 0, high = segments;
    while (high - low > 1) {
        int mid = (low + high) / 2;
        if (offsets[mid] <= begin) low = mid; else high = mid;
    }
    int s = low;
    float sum = 0.0f;
    for (int i = begin; i < end; i++) {
        if (i >= offsets[s + 1]) {
            if (sum != 0.0f) atomicAdd(&sums[s], sum);
            sum = 0.0f;
            s++;
        }
        sum += in[i];
    }
    atomicAdd(&sums[s], sum);
}
void segment_sums(const float *in, const int *offsets, float *sums, int segments, int n) {
    if (segments == 0) return;
    clear<<<(segments + 255) / 256, 256>>>(sums, segments);
    if (n > 0) pieces<<<(n + BLOCK * EACH - 1) / (BLOCK * EACH), BLOCK>>>(in, offsets, sums, segments, n);
}
