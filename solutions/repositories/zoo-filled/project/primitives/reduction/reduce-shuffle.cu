// A reduction with shuffles, of the shipped zoo.
__global__ void k() {}
