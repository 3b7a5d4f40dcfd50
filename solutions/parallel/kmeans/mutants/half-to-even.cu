// rejected by: case | case means of halves (rintf rounds a half to the even number)
// says: A mean that ends in one half is rounded to the even number, as rintf does. Add half of the count, in integers, and divide.
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

__global__ void add_kernel(const uchar4 *pixels, const uchar4 *centres, unsigned *sums, int n, int k) {
    __shared__ unsigned mine[MOST * 5];
    for (int s = threadIdx.x; s < 5 * k; s += BLOCK) mine[s] = 0;
    __syncthreads();
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) {
        uchar4 p = pixels[i];
        int c = nearest(p, centres, k);
        atomicAdd(&mine[5 * c], p.x);
        atomicAdd(&mine[5 * c + 1], p.y);
        atomicAdd(&mine[5 * c + 2], p.z);
        atomicAdd(&mine[5 * c + 3], p.w);
        atomicAdd(&mine[5 * c + 4], 1);
    }
    __syncthreads();
    for (int s = threadIdx.x; s < 5 * k; s += BLOCK)
        if (mine[s]) atomicAdd((unsigned long long *)sums + s, (unsigned long long)mine[s]);
}

__global__ void move_kernel(uchar4 *centres, unsigned *sums, int *moved, int k) {
    int c = threadIdx.x;
    if (c >= k) return;
    unsigned long long *s = (unsigned long long *)sums + 5 * c;
    unsigned long long m = s[4];
    if (m > 0) {
        uchar4 old = centres[c];
        uchar4 now = make_uchar4(rintf((float)s[0] / m), rintf((float)s[1] / m), rintf((float)s[2] / m), rintf((float)s[3] / m));
        if (now.x != old.x || now.y != old.y || now.z != old.z || now.w != old.w) {
            centres[c] = now;
            *moved = 1;
        }
    }
}

void kmeans(const unsigned char *pixels, unsigned char *centres, int *labels,
            int *rounds, int n, int k, int most) {
    unsigned *sums;
    int *moved;
    cudaMalloc(&sums, 5 * k * 8);
    cudaMalloc(&moved, 4);
    int done = 0, go = 1;
    int blocks = min((n + BLOCK - 1) / BLOCK, 264);
    while (go && done < most) {
        cudaMemset(sums, 0, 5 * k * 8);
        cudaMemset(moved, 0, 4);
        if (n > 0) add_kernel<<<blocks, BLOCK>>>((const uchar4 *)pixels, (const uchar4 *)centres, sums, n, k);
        move_kernel<<<1, MOST>>>((uchar4 *)centres, sums, moved, k);
        cudaMemcpy(&go, moved, 4, cudaMemcpyDeviceToHost);
        done++;
    }
    cudaMemcpy(rounds, &done, 4, cudaMemcpyHostToDevice);
    cudaFree(sums);
    cudaFree(moved);
    if (n == 0) return;
    label_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(
        (const uchar4 *)pixels, (const uchar4 *)centres, labels, n, k);
}
