// rejected by: gate hidden (after the product, a kernel of each device adds half of both parts over the link)
typedef void Product(int first, int rows, int device, cudaStream_t stream);

__global__ void add_both(float *here, float *there, size_t begin, size_t end) {
    size_t i = begin + (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < end) here[i] = there[i] = here[i] + there[i];
}

void product_sum(Product *product, float *const *out, float *const *, int m, int n,
                 cudaStream_t *stream) {
    static cudaEvent_t done[2];
    auto meet = [&]() {
        for (int d : {0, 1}) {
            cudaSetDevice(d);
            if (!done[d]) cudaEventCreateWithFlags(&done[d], cudaEventDisableTiming);
            cudaEventRecord(done[d], stream[d]);
        }
        for (int d : {1, 0}) {
            cudaSetDevice(d);
            cudaStreamWaitEvent(stream[d], done[1 - d], 0);
        }
    };
    size_t all = (size_t)m * n, half = all / 2;
    for (int d : {0, 1})
        product(0, m, d, stream[d]);
    meet();
    for (int d : {0, 1}) {
        cudaSetDevice(d);
        add_both<<<(unsigned)(all / 512 + 1), 256, 0, stream[d]>>>(
            out[d], out[1 - d], d ? half : 0, d ? all : half);
    }
    meet();
}
