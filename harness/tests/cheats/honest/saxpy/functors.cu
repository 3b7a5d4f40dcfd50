// passes (templates, a functor, launch bounds: the kernel has a long name)
template <int WIDTH> struct alignas(4 * WIDTH) Pack {
    float v[WIDTH];
};

struct Axpy {
    float a;
    template <int WIDTH>
    __device__ Pack<WIDTH> operator()(Pack<WIDTH> x, Pack<WIDTH> y) const {
#pragma unroll
        for (int i = 0; i < WIDTH; i++)
            y.v[i] = fmaf(a, x.v[i], y.v[i]);
        return y;
    }
};

template <int WIDTH, typename Op>
__global__ __launch_bounds__(256) void zip(Op op, const float *__restrict__ x,
                                           float *y, int packs) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= packs) return;
    auto *to = reinterpret_cast<Pack<WIDTH> *>(y) + i;
    *to = op(reinterpret_cast<const Pack<WIDTH> *>(x)[i], *to);
}

template <int WIDTH, typename Op>
static void launch(Op op, const float *x, float *y, int n) {
    int packs = n / WIDTH, rest = n % WIDTH;
    if (packs > 0) zip<WIDTH><<<(packs + 255) / 256, 256>>>(op, x, y, packs);
    if constexpr (WIDTH > 1)
        if (rest > 0) launch<1>(op, x + n - rest, y + n - rest, rest);
}

void saxpy(float a, const float *x, float *y, int n) {
    launch<4>(Axpy{a}, x, y, n);
}
