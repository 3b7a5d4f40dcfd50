// rejected by: case (coef[0] is left out)
// says: The loop ends before coef[0], so one product and the constant term are missing. Look at its condition.
const int BLOCK = 256, SIDE = 16, MOST_TERMS = 64;

__constant__ float coefficients[MOST_TERMS];

// All lanes of a warp read the same coefficient: one word for 32 threads.
__global__ void polynomial_kernel(const float *x, float *y, int n, int terms) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    float v = x[i], sum = 0.0f;
    for (int k = terms - 1; k > 0; k--)
        sum = sum * v + coefficients[k];
    y[i] = sum;
}

// The centre of pixel (i, j) of the result, in pixels of the image. The unit takes the
// four neighbours, weights them, and clamps at the edges.
__global__ void zoom_kernel(cudaTextureObject_t image, float *zoomed, int h, int w,
                            int factor) {
    int j = blockIdx.x * SIDE + threadIdx.x, i = blockIdx.y * SIDE + threadIdx.y;
    if (i >= h * factor || j >= w * factor) return;
    zoomed[(size_t)i * w * factor + j] =
        tex2D<float>(image, (j + 0.5f) / factor, (i + 0.5f) / factor);
}

static cudaTextureObject_t texture_of(cudaArray_t array) {
    cudaTextureObject_t texture;
    cudaResourceDesc of = {};
    cudaTextureDesc how = {};
    of.resType = cudaResourceTypeArray;
    of.res.array.array = array;
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    how.filterMode = cudaFilterModeLinear;
    how.readMode = cudaReadModeElementType;
    cudaCreateTextureObject(&texture, &of, &how, nullptr);
    return texture;
}

static void enlarge(const float *image, float *zoomed, int h, int w, int factor) {
    cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMallocArray(&array, &floats, w, h);
    cudaMemcpy2DToArrayAsync(array, 0, 0, image, w * sizeof(float), w * sizeof(float), h,
                             cudaMemcpyDeviceToDevice);
    cudaTextureObject_t texture = texture_of(array);
    dim3 grid((w * factor + SIDE - 1) / SIDE, (h * factor + SIDE - 1) / SIDE);
    zoom_kernel<<<grid, dim3(SIDE, SIDE)>>>(texture, zoomed, h, w, factor);
    cudaDeviceSynchronize(); // the texture is in use until here
    cudaDestroyTextureObject(texture);
    cudaFreeArray(array);
}

void lookup(const float *coef, const float *x, float *y, const float *image,
            float *zoomed, int n, int terms, int h, int w, int factor) {
    cudaMemcpyToSymbolAsync(coefficients, coef, terms * sizeof(float), 0,
                            cudaMemcpyDeviceToDevice);
    if (n > 0) polynomial_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(x, y, n, terms);
    if (h * w > 0) enlarge(image, zoomed, h, w, factor);
}
