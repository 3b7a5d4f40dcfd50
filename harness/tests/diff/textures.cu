// Textures and surfaces: how coordinates become texels, weights, edges.
#include "diff.h"

enum { W = 13, H = 9, D = 5, N = 64 };

static std::vector<float> image(int n) {
    std::vector<float> v(n);
    for (int i = 0; i < n; i++)
        v[i] = (float)(mixed(i) % 1000);
    return v;
}

struct Array {
    cudaArray_t a;
    template <class T>
    Array(const std::vector<T> &v, int w, int h, int d, unsigned flags = 0) {
        auto f = cudaCreateChannelDesc<T>();
        TRY(cudaMalloc3DArray(&a, &f, make_cudaExtent(w, h, d), flags));
        cudaMemcpy3DParms p = {};
        int rows = h ? h : 1, slices = d ? d : 1;
        p.srcPtr = make_cudaPitchedPtr((void *)v.data(), w * sizeof(T), w, rows);
        p.dstArray = a;
        p.extent = make_cudaExtent(w, rows, slices);
        p.kind = cudaMemcpyHostToDevice;
        TRY(cudaMemcpy3D(&p));
    }
    ~Array() { cudaFreeArray(a); }
};

struct Texture {
    cudaTextureObject_t t;
    Texture(cudaArray_t a, cudaTextureDesc d) {
        cudaResourceDesc r = {};
        r.resType = cudaResourceTypeArray;
        r.res.array.array = a;
        TRY(cudaCreateTextureObject(&t, &r, &d, nullptr));
    }
    ~Texture() { cudaDestroyTextureObject(t); }
};

static cudaTextureDesc how(int address, bool linear, bool normalised,
                           bool floats = false) {
    cudaTextureDesc d = {};
    for (auto &m : d.addressMode)
        m = (cudaTextureAddressMode)address;
    d.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
    d.normalizedCoords = normalised;
    d.readMode = floats ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
    d.borderColor[0] = 7;
    return d;
}

__global__ void along(cudaTextureObject_t t, int dims, float from, float step, float *o) {
    int i = threadIdx.x;
    float x = from + step * (float)i;
    o[i] = dims == 1   ? tex1D<float>(t, x)
           : dims == 2 ? tex2D<float>(t, x, x * 0.5f + 1)
                       : tex3D<float>(t, x, x * 0.75f, x * 0.25f);
}


static void modes(int dims, bool linear, bool normalised) {
    Array a(image(W * H * D), W, dims > 1 ? H : 0, dims > 2 ? D : 0);
    Device<float> o(N);
    const char *names[] = {"wrap", "clamp", "mirror", "border"};
    for (int m = 0; m < 4; m++) {
        Texture t(a.a, how(m, linear, normalised));
        // odd multiples of 1/64: never on an edge, and weights exact in 1/256
        float from = normalised ? -1.5f + 1.0f / 64 : -4 + 1.0f / 64;
        float step = normalised ? 4.0f / 64 : 26.0f / 64;
        along<<<1, N>>>(t.t, dims, from, step, o.p);
        if (linear)
            out_floats(names[m], o.host(), normalised ? 4096 : 64);
        else
            out_floats(names[m], o.host());
    }
}
PROGRAM(points_of_lines) { modes(1, false, false); }
PROGRAM(points_of_lines_normalised) { modes(1, false, true); }
PROGRAM(points_of_planes) { modes(2, false, false); }
PROGRAM(points_of_planes_normalised) { modes(2, false, true); }
PROGRAM(points_of_volumes) { modes(3, false, false); }
PROGRAM(linear_in_lines) { modes(1, true, false); }
PROGRAM(linear_in_planes) { modes(2, true, false); }

// Between two texels 0 and 256: the weight itself.
PROGRAM(weights_have_eight_bits) {
    Array a(std::vector<float>{0, 256, 0, 0}, 4, 0, 0);
    Texture t(a.a, how(1, true, false));
    Device<float> o(N);
    along<<<1, N>>>(t.t, 1, 0.5f, 1.0f / 1024, o.p);
    out_floats("first 64 of 1024", o.host());
    along<<<1, N>>>(t.t, 1, 0.5f, 1.0f / 64, o.p);
    out_floats("64 steps", o.host());
}

template <class T, class C> static void reads(const char *what, float most) {
    std::vector<T> v(W);
    C *c = (C *)v.data();
    for (int i = 0; i < (int)(W * sizeof(T) / sizeof(C)); i++)
        c[i] = (C)(mixed(i) ^ (i == 0 ? 0x80 : 0));
    c[0] = (C)1 << (sizeof(C) * 8 - 1);
    Array a(v, W, 0, 0);
    Texture t(a.a, how(1, false, false, true));
    Device<float> o(N);
    along<<<1, N>>>(t.t, 1, 0.5f, 1, o.p);
    (void)most;
    out_floats(what, o.host().data(), W, 1);
}
PROGRAM(integers_read_as_floats) {
    reads<unsigned char, unsigned char>("u8", 255);
    reads<signed char, signed char>("s8", 127);
    reads<unsigned short, unsigned short>("u16", 65535);
    reads<short, short>("s16", 32767);
    reads<uchar4, unsigned char>("u8x4", 255);
}

__global__ void channels(cudaTextureObject_t one, cudaTextureObject_t two, float *o) {
    int i = threadIdx.x;
    float4 a = tex2D<float4>(one, (float)i + 0.5f, 1.5f);
    float4 b = tex2D<float4>(two, (float)i + 0.5f, 1.5f);
    float v[] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
    for (int k = 0; k < 8; k++)
        o[8 * i + k] = v[k];
}
PROGRAM(channels_that_are_not_there) {
    std::vector<float2> two(W * H);
    for (int i = 0; i < W * H; i++)
        two[i] = make_float2((float)i, (float)-i);
    Array a(image(W * H), W, H, 0), b(two, W, H, 0);
    Texture t(a.a, how(1, false, false)), u(b.a, how(1, false, false));
    Device<float> o(8 * 8);
    channels<<<1, 8>>>(t.t, u.t, o.p);
    out_floats("rgba", o.host());
}

__global__ void others(cudaTextureObject_t plane, cudaTextureObject_t layers,
                       cudaTextureObject_t cube, cudaTextureObject_t line, float *o) {
    int i = threadIdx.x;
    float4 g = tex2Dgather<float4>(plane, (float)(i % 11) + 1.25f, 3.75f, 0);
    o[i] = g.x, o[64 + i] = g.y, o[128 + i] = g.z, o[192 + i] = g.w;
    o[256 + i] = tex2DLayered<float>(layers, (float)(i % W) + 0.5f, 2.5f, i / 8);
    float x = (float)(i * 29 % 64) - 31.7f, y = (float)(i * 37 % 64) - 30.6f,
          z = (float)(i * 43 % 64) - 32.4f;
    o[320 + i] = texCubemap<float>(cube, x, y, z);
    o[384 + i] = tex1Dfetch<float>(line, i * 5 - 9);
}
PROGRAM(gathers_layers_cubes_and_lines) {
    Array plane(image(W * H), W, H, 0, cudaArrayTextureGather);
    Array layers(image(W * H * D), W, H, D, cudaArrayLayered);
    Array cube(image(8 * 8 * 6), 8, 8, 6, cudaArrayCubemap);
    Texture p(plane.a, how(1, false, false)), l(layers.a, how(1, false, false)),
        c(cube.a, how(1, false, true));
    Device<float> line(image(200)), o(448);
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeLinear;
    r.res.linear.devPtr = line.p;
    r.res.linear.desc = cudaCreateChannelDesc<float>();
    r.res.linear.sizeInBytes = 200 * 4;
    cudaTextureDesc d = {};
    cudaTextureObject_t t;
    TRY(cudaCreateTextureObject(&t, &r, &d, nullptr));
    others<<<1, 64>>>(p.t, l.t, c.t, t, o.p);
    out_floats("o", o.host());
    TRY(cudaDestroyTextureObject(t));
}

__global__ void surface(cudaSurfaceObject_t s, int *o) {
    int x = (int)threadIdx.x, y = (int)threadIdx.y;
    int v = surf2Dread<int>(s, x * 4, y);
    __syncthreads();
    surf2Dwrite(v * 3 + 1, s, (W - 1 - x) * 4, y);
    surf2Dwrite(-5, s, (x + W) * 4, y, cudaBoundaryModeZero);
    surf2Dwrite(-6, s, x * 4, y - H, cudaBoundaryModeZero);
    __syncthreads();
    int i = y * W + x;
    o[i] = surf2Dread<int>(s, x * 4, y);
    o[W * H + i] = surf2Dread<int>(s, (x - 3) * 4, y + 2, cudaBoundaryModeClamp);
    o[2 * W * H + i] = surf2Dread<int>(s, (x - 3) * 4, y + 2, cudaBoundaryModeZero);
}
PROGRAM(surfaces_and_their_edges) {
    std::vector<int> v(W * H);
    for (int i = 0; i < W * H; i++)
        v[i] = (int)(mixed(i) % 100);
    Array a(v, W, H, 0, cudaArraySurfaceLoadStore);
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a.a;
    cudaSurfaceObject_t s;
    TRY(cudaCreateSurfaceObject(&s, &r));
    Device<int> o(3 * W * H);
    surface<<<1, dim3(W, H)>>>(s, o.p);
    out_ints("o", o.host());
    TRY(cudaDestroySurfaceObject(s));
}

__global__ void small_bytes(cudaSurfaceObject_t s, int *o) {
    int x = (int)threadIdx.x;
    surf1Dwrite(make_uchar4(x, x + 1, x + 2, x + 3), s, x * 4);
    __syncthreads();
    o[x] = surf1Dread<unsigned char>(s, (x * 7) % 64);
    o[16 + x] = surf1Dread<short>(s, (x * 6) % 64);
    o[32 + x] = (int)surf1Dread<uchar2>(s, (x * 10) % 64).y;
}
PROGRAM(surfaces_of_bytes) {
    Array a(std::vector<uchar4>(16), 16, 0, 0, cudaArraySurfaceLoadStore);
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a.a;
    cudaSurfaceObject_t s;
    TRY(cudaCreateSurfaceObject(&s, &r));
    Device<int> o(48);
    small_bytes<<<1, 16>>>(s, o.p);
    out_ints("o", o.host());
    TRY(cudaDestroySurfaceObject(s));
}
