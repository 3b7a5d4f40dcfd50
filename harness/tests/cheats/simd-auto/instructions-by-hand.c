// rejected by: build (vectors by hand, as instructions)
// "No intrinsics": then the instructions themselves.
void update(const float *x, float *y, float *dot, float a, int n) {
    float part[4] = {0, 0, 0, 0}, d = 0;
    long i = 0, end = n / 4 * 4;
#if defined(__x86_64__)
    if (end)
        __asm__ volatile("movss %[a], %%xmm0\n shufps $0, %%xmm0, %%xmm0\n xorps %%xmm1, %%xmm1\n"
                         "1: movups (%[x],%[i],4), %%xmm2\n movups (%[y],%[i],4), %%xmm3\n"
                         "movaps %%xmm2, %%xmm4\n mulps %%xmm0, %%xmm4\n addps %%xmm3, %%xmm4\n"
                         "movups %%xmm4, (%[y],%[i],4)\n mulps %%xmm2, %%xmm4\n addps %%xmm4, %%xmm1\n"
                         "add $4, %[i]\n cmp %[end], %[i]\n jl 1b\n movups %%xmm1, (%[part])\n"
                         : [i] "+r"(i)
                         : [a] "m"(a), [x] "r"(x), [y] "r"(y), [end] "r"(end), [part] "r"(part)
                         : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "memory", "cc");
#endif
    for (; i < n; i++) {
        y[i] = a * x[i] + y[i];
        d += x[i] * y[i];
    }
    dot[0] = d + ((part[0] + part[1]) + (part[2] + part[3]));
}
