// The naive product of the shipped zoo.
__global__ void k() {}
