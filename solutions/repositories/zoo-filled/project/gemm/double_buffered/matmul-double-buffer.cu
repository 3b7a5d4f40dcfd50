// The product with two buffers of the shipped zoo.
__global__ void k() {}
