// Textures and surfaces: point and linear, every address mode and read mode,
// arrays of one to three dimensions and layers, linear and pitched memory,
// gathers, copies to and from arrays, surfaces at their edges. Against the rules
// of the CUDA programming guide, written out on the host.
#include "ok.h"

#include <algorithm>
#include <cuda_fp16.h>

enum { W = 13, H = 9, D = 5 };

struct Image { // texels as floats, one channel
    int w, h, d;
    std::vector<float> v;
    float at(int x, int y, int z) const { return v[((size_t)z * h + y) * w + x]; }
};

// ---- the rules

static int texel(int i, int n, cudaTextureAddressMode mode) {
    switch (mode) {
    case cudaAddressModeWrap: return ((i % n) + n) % n;
    case cudaAddressModeBorder: return i < 0 || i >= n ? -1 : i;
    default: return std::min(std::max(i, 0), n - 1);
    }
}

static double folded(double x, int n, cudaTextureAddressMode &mode, bool normal) {
    if (!normal) {
        if (mode != cudaAddressModeBorder) mode = cudaAddressModeClamp;
        return x;
    }
    if (mode == cudaAddressModeWrap) x -= std::floor(x);
    if (mode == cudaAddressModeMirror)
        x = std::fmod(std::floor(x), 2) != 0 ? 1 - (x - std::floor(x)) : x - std::floor(x);
    return x * n;
}

static double sample(const Image &im, const float *c, int dims,
                     const cudaTextureDesc &t) {
    int n[3] = {im.w, im.h, im.d}, i[3][2] = {};
    double a[3] = {};
    bool linear = t.filterMode == cudaFilterModeLinear;
    for (int k = 0; k < dims; k++) {
        auto mode = t.addressMode[k];
        double x = folded(c[k], n[k], mode, t.normalizedCoords);
        int first = (int)std::floor(linear ? x - 0.5 : x);
        a[k] = linear ? x - 0.5 - first : 0;
        i[k][0] = texel(first, n[k], mode);
        i[k][1] = texel(first + 1, n[k], mode);
    }
    double sum = 0;
    for (int corner = 0; corner < (linear ? 1 << dims : 1); corner++) {
        double weight = 1;
        int at[3];
        for (int k = 0; k < 3; k++) {
            int second = corner >> k & 1;
            at[k] = i[k][second];
            if (k < dims && linear) weight *= second ? a[k] : 1 - a[k];
        }
        bool outside = at[0] < 0 || at[1] < 0 || at[2] < 0;
        sum += weight * (outside ? (double)t.borderColor[0] : (double)im.at(at[0], at[1], at[2]));
    }
    // a line lies at the edge of a plane: half of what it gives is the border
    if (linear && dims == 1 && t.addressMode[1] == cudaAddressModeBorder)
        sum = (sum + t.borderColor[0]) / 2;
    return sum;
}

// ---- kernels

template <class T>
__global__ void fetch(cudaTextureObject_t t, int dims, const float *c, T *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = dims == 1   ? tex1D<T>(t, c[3 * i])
             : dims == 2 ? tex2D<T>(t, c[3 * i], c[3 * i + 1])
                         : tex3D<T>(t, c[3 * i], c[3 * i + 1], c[3 * i + 2]);
}

// ---- cases

static cudaTextureObject_t texture_of(cudaArray_t a, const cudaTextureDesc &t) {
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    cudaTextureObject_t o = 0;
    OK(cudaCreateTextureObject(&o, &r, &t, nullptr));
    return o;
}

static cudaArray_t array_of(const Image &im, int dims) {
    auto d = cudaCreateChannelDesc<float>();
    cudaArray_t a;
    cudaExtent e = make_cudaExtent(im.w, dims > 1 ? im.h : 0, dims > 2 ? im.d : 0);
    OK(cudaMalloc3DArray(&a, &d, e, 0));
    cudaMemcpy3DParms p = {};
    p.srcPtr = make_cudaPitchedPtr((void *)im.v.data(), im.w * 4, im.w, im.h);
    p.dstArray = a;
    p.extent = make_cudaExtent(im.w, im.h, im.d);
    p.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3D(&p));
    return a;
}

static void modes(int dims) {
    Image im = {W, dims > 1 ? H : 1, dims > 2 ? D : 1, {}};
    im.v.resize((size_t)im.w * im.h * im.d);
    for (auto &x : im.v) x = (float)(lcg() % 1000);
    cudaArray_t a = array_of(im, dims);
    enum { N = 500 };
    for (int how = 0; how < 16; how++) {
        cudaTextureDesc t = {};
        for (auto &m : t.addressMode) m = (cudaTextureAddressMode)(how & 3);
        t.filterMode = how & 4 ? cudaFilterModeLinear : cudaFilterModePoint;
        t.normalizedCoords = how >> 3;
        t.borderColor[0] = 7;
        std::vector<float> c(3 * N);
        for (int i = 0; i < 3 * N; i++) {
            int n = i % 3 == 0 ? im.w : i % 3 == 1 ? im.h : im.d;
            // multiples of 1/64: weights are exact, texels not on an edge
            float x = ((float)(lcg() % (64 * 3 * n)) + 0.5f) / 64 - (float)n;
            c[i] = t.normalizedCoords ? x / (float)n : x;
        }
        auto o = texture_of(a, t);
        Dev<float> dc(c), out(N);
        fetch<float><<<(N + 127) / 128, 128>>>(o, dims, dc, out, N);
        auto got = out.get();
        double worst = 0;
        for (int i = 0; i < N; i++)
            worst = std::max(worst, std::fabs(got[i] - sample(im, &c[3 * i], dims, t)));
        // 1/256 of a texel's step in each dimension, where it is linear
        double allowed = how & 4 ? 1000.0 * (2 * dims - 1) / 256 : 0;
        if (worst > allowed) printf("dims %d how %d: %g\n", dims, how, worst);
        CHECK(worst <= allowed);
        OK(cudaDestroyTextureObject(o));
    }
    OK(cudaFreeArray(a));
}

template <class T, class C> static void element(float scale, int channels, double lowest) {
    auto d = cudaCreateChannelDesc<T>();
    CHECK(d.x == 8 * (int)sizeof(C) && (d.y != 0) == (channels > 1));
    std::vector<C> v(W * H * channels);
    for (auto &x : v) x = (C)lcg();
    cudaArray_t a;
    OK(cudaMallocArray(&a, &d, W, H));
    OK(cudaMemcpy2DToArray(a, 0, 0, v.data(), W * sizeof(T), W * sizeof(T), H,
                           cudaMemcpyHostToDevice));
    std::vector<float> c(3 * W * H);
    for (int i = 0; i < W * H; i++) c[3 * i] = (float)(i % W), c[3 * i + 1] = (float)(i / W);
    Dev<float> dc(c);
    cudaTextureDesc t = {};
    t.addressMode[0] = t.addressMode[1] = cudaAddressModeClamp;
    auto o = texture_of(a, t);
    Dev<T> out(W * H);
    fetch<T><<<1, W * H>>>(o, 2, dc, out, W * H);
    auto got = out.get();
    CHECK(memcmp(got.data(), v.data(), v.size() * sizeof(C)) == 0);
    OK(cudaDestroyTextureObject(o));
    if (scale > 0) {
        t.readMode = cudaReadModeNormalizedFloat;
        o = texture_of(a, t);
        Dev<float> values(W * H);
        fetch<float><<<1, W * H>>>(o, 2, dc, values, W * H);
        auto f = values.get();
        double worst = 0;
        for (int i = 0; i < W * H; i++)
            worst = std::max(worst, std::fabs(f[i] - std::max((double)v[i * channels] / scale, lowest)));
        CHECK(worst < 1e-6);
        OK(cudaDestroyTextureObject(o));
    }
    OK(cudaFreeArray(a));
}

__global__ void others(cudaTextureObject_t line, cudaTextureObject_t pitched,
                       cudaTextureObject_t layers, float *out) {
    int i = threadIdx.x;
    out[i] = tex1Dfetch<float>(line, i - 2);
    out[32 + i] = tex2D<float>(pitched, (float)(i % W) + 0.5f, (float)(i / W) + 0.5f);
    out[64 + i] = tex2DLayered<float>(layers, (float)(i % W) + 0.5f, 2.5f, i / 8);
    float4 g = tex2Dgather<float4>(pitched, 3.0f, (float)(i % 4) + 2.0f, 0);
    out[96 + i] = i < 8 ? g.x : i < 16 ? g.y : i < 24 ? g.z : g.w;
    out[128 + i] = tex2DLod<float>(pitched, 3.2f, 4.5f, 0) - tex2D<float>(pitched, 3.2f, 4.5f);
}

static void memory() {
    Image im = {W, H, D, {}};
    for (int i = 0; i < W * H * D; i++) im.v.push_back((float)(lcg() % 1000));
    float *p;
    size_t pitch;
    OK(cudaMallocPitch(&p, &pitch, W * 4, H));
    OK(cudaMemcpy2D(p, pitch, im.v.data(), W * 4, W * 4, H, cudaMemcpyHostToDevice));
    cudaTextureDesc t = {};
    t.addressMode[0] = t.addressMode[1] = cudaAddressModeClamp;
    cudaResourceDesc r = {}, back;
    r.resType = cudaResourceTypePitch2D;
    r.res.pitch2D = {p, cudaCreateChannelDesc<float>(), W, H, pitch};
    cudaTextureObject_t pitched, line, layers;
    OK(cudaCreateTextureObject(&pitched, &r, &t, nullptr));
    r = {};
    r.resType = cudaResourceTypeLinear;
    r.res.linear = {p, cudaCreateChannelDesc<float>(), W * 4};
    OK(cudaCreateTextureObject(&line, &r, &t, nullptr));
    OK(cudaGetTextureObjectResourceDesc(&back, line));
    CHECK(back.resType == cudaResourceTypeLinear && back.res.linear.sizeInBytes == W * 4);
    cudaArray_t a;
    auto d = cudaCreateChannelDesc<float>();
    OK(cudaMalloc3DArray(&a, &d, make_cudaExtent(W, H, D), cudaArrayLayered));
    cudaMemcpy3DParms c = {};
    c.srcPtr = make_cudaPitchedPtr(im.v.data(), W * 4, W, H);
    c.dstArray = a;
    c.extent = make_cudaExtent(W, H, D);
    c.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3D(&c));
    layers = texture_of(a, t);
    Dev<float> out(160);
    others<<<1, 32>>>(line, pitched, layers, out);
    auto got = out.get();
    int wrong = 0;
    for (int i = 0; i < 32; i++) {
        wrong += got[i] != (i < 2 || i - 2 >= W ? 0 : im.v[i - 2]);
        wrong += got[32 + i] != im.v[i];
        wrong += got[64 + i] != im.at(i % W, 2, i / 8);
        int y = i % 4 + 2, part = i / 8; // around (3, y): texels 2, 3 and y - 1, y
        wrong += got[96 + i] != im.at(part == 1 || part == 2 ? 3 : 2, part < 2 ? y : y - 1, 0);
        wrong += got[128 + i] != 0;
    }
    CHECK(wrong == 0);

    cudaChannelFormatDesc has;
    cudaExtent e;
    unsigned flags;
    OK(cudaArrayGetInfo(&has, &e, &flags, a));
    CHECK(has.x == 32 && has.f == cudaChannelFormatKindFloat && e.width == W &&
          e.height == H && e.depth == D && flags == cudaArrayLayered);
    std::vector<float> slice(W * 3);
    c = {};
    c.srcArray = a;
    c.srcPos = make_cudaPos(0, 4, 3);
    c.dstPtr = make_cudaPitchedPtr(slice.data(), W * 4, W, 3);
    c.extent = make_cudaExtent(W, 3, 1);
    c.kind = cudaMemcpyDeviceToHost;
    OK(cudaMemcpy3D(&c));
    CHECK(std::equal(slice.begin(), slice.end(), im.v.begin() + (3 * H + 4) * W));
    for (auto o : {pitched, line, layers}) OK(cudaDestroyTextureObject(o));
    OK(cudaFreeArray(a));
    OK(cudaFree(p));
}

__global__ void paint(cudaSurfaceObject_t s, cudaSurfaceObject_t vol, float *out) {
    int x = threadIdx.x, y = threadIdx.y;
    float v = surf2Dread<float>(s, x * 4, y);
    __syncthreads();
    surf2Dwrite(v + 100, s, (W - 1 - x) * 4, y);
    surf2Dwrite(-1.0f, s, (x + W) * 4, y, cudaBoundaryModeZero); // dropped
    __syncthreads();
    int i = y * W + x;
    out[i] = surf2Dread<float>(s, (x - 3) * 4, y + 2, cudaBoundaryModeClamp);
    out[W * H + i] = surf2Dread<float>(s, (x - 3) * 4, y, cudaBoundaryModeZero);
    if (y < 4) surf3Dwrite(make_uchar4(x, y, 3, 4), vol, x * 4, y, 1);
    __syncthreads();
    out[2 * W * H + i] = surf3Dread<uchar4>(vol, x * 4, y & 3, 1).y;
}

static void surfaces() {
    std::vector<float> v(W * H), after(W * H);
    for (auto &x : v) x = (float)(lcg() % 50);
    auto d = cudaCreateChannelDesc<float>();
    auto d4 = cudaCreateChannelDesc<uchar4>();
    cudaArray_t a, b;
    OK(cudaMallocArray(&a, &d, W, H, cudaArraySurfaceLoadStore));
    OK(cudaMalloc3DArray(&b, &d4, make_cudaExtent(W, 4, 2), cudaArraySurfaceLoadStore));
    OK(cudaMemcpy2DToArray(a, 0, 0, v.data(), W * 4, W * 4, H, cudaMemcpyHostToDevice));
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    cudaSurfaceObject_t s, vol;
    OK(cudaCreateSurfaceObject(&s, &r));
    r.res.array.array = b;
    OK(cudaCreateSurfaceObject(&vol, &r));
    Dev<float> out(3 * W * H);
    paint<<<1, dim3(W, H)>>>(s, vol, out);
    auto got = out.get();
    OK(cudaMemcpy2DFromArray(after.data(), W * 4, a, 0, 0, W * 4, H, cudaMemcpyDeviceToHost));
    int wrong = 0;
    auto now = [&](int x, int y) { return v[y * W + W - 1 - x] + 100; };
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int i = y * W + x;
            wrong += after[i] != now(x, y);
            wrong += got[i] != now(std::max(x - 3, 0), std::min(y + 2, H - 1));
            wrong += got[W * H + i] != (x < 3 ? 0 : now(x - 3, y));
            wrong += got[2 * W * H + i] != (float)(y & 3);
        }
    CHECK(wrong == 0);
    OK(cudaDestroySurfaceObject(s));
    OK(cudaDestroySurfaceObject(vol));
    OK(cudaFreeArray(a));
    OK(cudaFreeArray(b));
}

// Reductions in a surface: only inline PTX has them.
__global__ void tally(cudaSurfaceObject_t s) {
    int x = threadIdx.x % 8, y = threadIdx.x / 8 % 2, v = threadIdx.x - 20;
    asm volatile("sured.b.add.2d.u32.trap [%0, {%1, %2}], %3;" ::"l"(s), "r"(x * 4), "r"(y), "r"(1) : "memory");
    asm volatile("sured.b.min.2d.s32.zero [%0, {%1, %2}], %3;" ::"l"(s), "r"(x * 4), "r"(y + 2), "r"(v) : "memory");
    asm volatile("sured.b.max.2d.u32.clamp [%0, {%1, %2}], %3;" ::"l"(s), "r"(x * 4 + 4), "r"(y + 4), "r"(v) : "memory");
    asm volatile("sured.b.or.2d.b32.zero [%0, {%1, %2}], %3;" ::"l"(s), "r"(x * 4 + 4), "r"(y + 6), "r"(1 << (threadIdx.x / 16)) : "memory");
    asm volatile("sured.b.and.2d.b32.trap [%0, {%1, %2}], %3;" ::"l"(s), "r"(x * 4), "r"(y + 8), "r"(~(1 << (threadIdx.x / 16))) : "memory");
}

static void reductions() {
    auto d = cudaCreateChannelDesc<int>();
    cudaArray_t a;
    OK(cudaMallocArray(&a, &d, 8, 10, cudaArraySurfaceLoadStore));
    std::vector<int> v(80, 5);
    OK(cudaMemcpy2DToArray(a, 0, 0, v.data(), 32, 32, 10, cudaMemcpyHostToDevice));
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    cudaSurfaceObject_t s;
    OK(cudaCreateSurfaceObject(&s, &r));
    tally<<<1, 64>>>(s);
    OK(cudaMemcpy2DFromArray(v.data(), 32, a, 0, 0, 32, 10, cudaMemcpyDeviceToHost));
    std::vector<int> want(80, 5);
    for (int i = 0; i < 64; i++) {
        int x = i % 8, y = i / 8 % 2, next = std::min(x + 1, 7);
        want[y * 8 + x]++;
        want[(y + 2) * 8 + x] = std::min(want[(y + 2) * 8 + x], i - 20);
        unsigned most = want[(y + 4) * 8 + next]; // negative ones are large
        want[(y + 4) * 8 + next] = std::max(most, unsigned(i - 20));
        if (x < 7) want[(y + 6) * 8 + x + 1] |= 1 << (i / 16);
        want[(y + 8) * 8 + x] &= ~(1 << (i / 16));
    }
    int wrong = v != want;
    CHECK(wrong == 0);
    OK(cudaDestroySurfaceObject(s));
    OK(cudaFreeArray(a));
}

static void refusals() {
    cudaArray_t a;
    cudaChannelFormatDesc odd = cudaCreateChannelDesc(32, 16, 0, 0, cudaChannelFormatKindFloat);
    CHECK(cudaMallocArray(&a, &odd, 8, 8) == cudaErrorInvalidChannelDescriptor);
    auto d = cudaCreateChannelDesc<int>();
    OK(cudaMallocArray(&a, &d, 8, 8));
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    cudaTextureDesc t = {};
    cudaTextureObject_t o;
    t.filterMode = cudaFilterModeLinear;
    CHECK(cudaCreateTextureObject(&o, &r, &t, nullptr) == cudaErrorInvalidFilterSetting);
    CHECK(cudaMemcpy2DToArray(a, 0, 0, &t, 64, 64, 1, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    (void)cudaGetLastError();
    OK(cudaFreeArray(a));
}

int main() {
    modes(1);
    modes(2);
    modes(3);
    element<float, float>(0, 1, 0);
    element<float4, float>(0, 4, 0);
    element<int2, int>(0, 2, 0);
    element<unsigned char, unsigned char>(255, 1, 0);
    element<uchar4, unsigned char>(255, 4, 0);
    element<signed char, signed char>(127, 1, -1);
    element<ushort2, unsigned short>(65535, 2, 0);
    element<short, short>(32767, 1, -1);
    memory();
    surfaces();
    reductions();
    refusals();
    return finish();
}
