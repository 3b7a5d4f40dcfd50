// rejected by: build (cub sorts; the header's name is made of two)
#define IN(x) <x/x.cuh>
#include IN(cub)
void sort(const unsigned int *keys, unsigned int *out, int n) {
    size_t bytes = 0;
    void *space = nullptr;
    cub::DeviceRadixSort::SortKeys(space, bytes, keys, out, n);
    cudaMallocAsync(&space, bytes + 1, 0);
    cub::DeviceRadixSort::SortKeys(space, bytes, keys, out, n);
    cudaFreeAsync(space, 0);
}
