// The part that both files of the program include (linked.cu, linked_other.cu).
#ifndef LINKED_H
#define LINKED_H

extern __device__ int calls;        // of twice()
extern __constant__ int factor;     // of it
extern __device__ int twice(int x); // x times factor
extern __global__ void fill(int *p, int n, int value);

// In both files: one of the two definitions is the program's.
template <class T> __device__ T most(T a, T b) {
    return a > b ? a : b;
}

#endif
