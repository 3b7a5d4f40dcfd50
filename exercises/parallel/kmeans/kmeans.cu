// k-means: a palette of k colours for n pixels.

#include <limits.h>

const int MOST = 256; // centres
const int BLOCK = 256;

// The first of the nearest centres.
__device__ int nearest(uchar4 p, const uchar4 *centres, int k) {
    int best = 0, least = INT_MAX;
    for (int c = 0; c < k; c++) {
        uchar4 q = centres[c];
        int x = p.x - q.x, y = p.y - q.y, z = p.z - q.z, w = p.w - q.w;
        int distance = x * x + y * y + z * z + w * w;
        if (distance < least) least = distance, best = c;
    }
    return best;
}

__global__ void label_kernel(const uchar4 *pixels, const uchar4 *centres, int *labels,
                             int n, int k) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) labels[i] = nearest(pixels[i], centres, k);
}

void kmeans(const unsigned char *pixels, unsigned char *centres, int *labels,
            int *rounds, int n, int k, int most) {
    // TODO: the rounds. Each moves every centre to the mean of its pixels. They end when no
    // centre has moved, or after `most` of them; `rounds` says how many there were.

    if (n == 0) return;
    label_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(
        (const uchar4 *)pixels, (const uchar4 *)centres, labels, n, k);
}
