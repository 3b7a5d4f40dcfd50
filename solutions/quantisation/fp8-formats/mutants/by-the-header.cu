// rejected by: build (the conversions of cuda_fp8.h)
#include <cuda_fp8.h>
__global__ void k(const float *x, unsigned char *e4, unsigned char *e5, float *f4, float *f5, int n) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    __nv_fp8_e4m3 a(x[i]);
    __nv_fp8_e5m2 b(x[i]);
    e4[i] = a.__x, e5[i] = b.__x, f4[i] = float(a), f5[i] = float(b);
}
void convert(const float *x, unsigned char *e4, unsigned char *e5, float *from4, float *from5, int n) {
    if (n) k<<<(n + 255) / 256, 256>>>(x, e4, e5, from4, from5, n);
}
