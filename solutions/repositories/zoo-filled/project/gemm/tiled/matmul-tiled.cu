// The tiled product of the shipped zoo.
__global__ void k() {}
