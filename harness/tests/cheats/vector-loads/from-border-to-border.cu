// rejected by: trap out-of-bounds (whole float4 across both ends; neighbours get their own value again)
__global__ void twice(float4 *x, int from, int to) {
    int t = from / 4 + blockIdx.x * blockDim.x + threadIdx.x, i = 4 * t;
    if (i >= to) return;
    float4 v = x[t];
    if (i >= from) v.x *= 2;
    if (i + 1 >= from && i + 1 < to) v.y *= 2;
    if (i + 2 >= from && i + 2 < to) v.z *= 2;
    if (i + 3 >= from && i + 3 < to) v.w *= 2;
    x[t] = v;
}

void double_slice(float *x, int first, int n) {
    if (n > 0) twice<<<n / 1024 + 2, 256>>>((float4 *)x, first, first + n);
}
