// The transformer block of the shipped playground.
__global__ void k() {}
