// rejected by: case (the texture takes positions from 0 to 1)
// says: The texture takes positions from 0 to 1 over the whole image (normalizedCoords is 1), and the kernel gives positions in pixels. Set it to 0.
const int BLOCK = 256, SIDE = 16, MOST_TERMS = 64;

__constant__ float table[MOST_TERMS];

__global__ void polynomial_kernel(const float *x, float *y, int n, int terms) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    float v = x[i], sum = 0.0f;
    for (int k = terms - 1; k >= 0; k--)
        sum = sum * v + table[k];
    y[i] = sum;
}

__global__ void zoom_kernel(cudaTextureObject_t image, float *zoomed, int h, int w,
                            int factor) {
    int j = blockIdx.x * SIDE + threadIdx.x, i = blockIdx.y * SIDE + threadIdx.y;
    if (i >= h * factor || j >= w * factor) return;
    float u = (j + 0.5f) / factor, v = (i + 0.5f) / factor;
    zoomed[(size_t)i * w * factor + j] = tex2D<float>(image, u, v);
}

void lookup(const float *coef, const float *x, float *y, const float *image,
            float *zoomed, int n, int terms, int h, int w, int factor) {
    if (n > 0) {
        cudaMemcpyToSymbol(table, coef, terms * sizeof(float), 0,
                           cudaMemcpyDeviceToDevice);
        polynomial_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(x, y, n, terms);
    }
    if (h * w > 0) {
        cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
        cudaArray_t array;
        cudaMallocArray(&array, &format, w, h);
        cudaMemcpy2DToArray(array, 0, 0, image, w * sizeof(float), w * sizeof(float),
                            h, cudaMemcpyDeviceToDevice);
        cudaResourceDesc from = {};
        from.resType = cudaResourceTypeArray;
        from.res.array.array = array;
        cudaTextureDesc how = {};
        how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
        how.filterMode = cudaFilterModeLinear;
        how.readMode = cudaReadModeElementType;
        how.normalizedCoords = 1;
        cudaTextureObject_t texture;
        cudaCreateTextureObject(&texture, &from, &how, NULL);
        dim3 grid((w * factor + SIDE - 1) / SIDE, (h * factor + SIDE - 1) / SIDE);
        zoom_kernel<<<grid, dim3(SIDE, SIDE)>>>(texture, zoomed, h, w, factor);
        cudaDestroyTextureObject(texture);
        cudaFreeArray(array);
    }
}
