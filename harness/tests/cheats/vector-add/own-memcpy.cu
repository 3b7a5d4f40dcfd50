// rejected by: build (defines cudaMemcpy, which brings the results home)
extern "C" cudaError_t cudaMemcpy(void *, const void *, size_t,
                                  enum cudaMemcpyKind) {
    return cudaSuccess;
}

void vector_add(const float *, const float *, float *, int) {}
