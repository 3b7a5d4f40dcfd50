// Every shipped solution, counted whole or, with the argument "sample", by a
// sample of its blocks: regress/sim_sample.sh compares the two. A sampled
// launch is followed by a look at its output, which has to be whole by then.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

extern "C" __attribute__((weak)) void sim_sample(bool on);

#define OK(call)                                                               \
    do {                                                                       \
        if ((call) != cudaSuccess) {                                           \
            printf("%s:%d: %s\n", __FILE__, __LINE__, #call);                  \
            exit(1);                                                           \
        }                                                                      \
    } while (0)

namespace vector_add_ {
#include "../../../solutions/basics/vector-add/vector-add.cu"
}
namespace saxpy_ {
#include "../../../solutions/basics/saxpy/saxpy.cu"
}
namespace map_2d_ {
#include "../../../solutions/basics/map-2d/map-2d.cu"
}
namespace grid_stride_ {
#include "../../../solutions/basics/grid-stride/grid-stride.cu"
}
namespace matmul_naive_ {
#include "../../../solutions/linear/matmul-naive/matmul-naive.cu"
}
namespace matmul_tiled_ {
#include "../../../solutions/linear/matmul-tiled/matmul-tiled.cu"
}
namespace coalescing_ {
#include "../../../solutions/memory/coalescing/coalescing.cu"
}
namespace transpose_ {
#include "../../../solutions/memory/transpose/transpose.cu"
}
namespace histogram_ {
#include "../../../solutions/parallel/histogram-private/histogram-private.cu"
}
namespace reduce_grid_ {
#include "../../../solutions/parallel/reduce-grid/reduce-grid.cu"
}
namespace reduce_shared_ {
#include "../../../solutions/parallel/reduce-shared/reduce-shared.cu"
}
namespace reduce_shuffle_ {
#include "../../../solutions/parallel/reduce-shuffle/reduce-shuffle.cu"
}

static bool sampling;

// Room for the largest; what kernels read is 1 everywhere.
enum { N = 2 << 20 };
static float *a, *b, *c, *other;
static int *owner;

// Leaves nothing of anyone's in the L2 cache.
__global__ void sweep(const float *v, float *out, int n) {
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        sum += v[i];
    if (sum < 0) *out = sum;
}

template <class F> static void once(const char *name, F call) {
    std::vector<float> out(N);
    OK(cudaMemset(c, 0, N * sizeof *c));
    sweep<<<160, 256>>>(other, c, N);
    if (sampling) sim_sample(true);
    call();
    OK(cudaMemcpy(out.data(), c, N * sizeof *c, cudaMemcpyDeviceToHost));
    if (sampling) sim_sample(false);
    unsigned sum = 0;
    for (int i = 0; i < N; i++) {
        unsigned bits;
        memcpy(&bits, &out[i], sizeof bits);
        sum = (sum ^ bits) * 16777619u + i;
    }
    printf("%s %08x\n", name, sum);
}

int main(int argc, char **argv) {
    sampling = argc > 1 && !strcmp(argv[1], "sample") && sim_sample;
    std::vector<float> ones(N, 1.0f);
    OK(cudaMalloc(&a, N * sizeof *a));
    OK(cudaMalloc(&b, N * sizeof *b));
    OK(cudaMalloc(&c, N * sizeof *c));
    OK(cudaMalloc(&other, N * sizeof *other));
    OK(cudaMemset(other, 0, N * sizeof *other));
    OK(cudaMalloc(&owner, N * sizeof *owner));
    OK(cudaMemcpy(a, ones.data(), N * sizeof *a, cudaMemcpyHostToDevice));
    OK(cudaMemcpy(b, ones.data(), N * sizeof *b, cudaMemcpyHostToDevice));
    unsigned char *bytes = (unsigned char *)a, *dim = (unsigned char *)c;

    once("vector-add", [&] { vector_add_::vector_add(a, b, c, N); });
    once("saxpy", [&] { saxpy_::saxpy(2, a, c, N); });
    once("map-2d",
         [&] { map_2d_::brighten(bytes, dim, 2048, 1024, 1024, 60); });
    once("grid-stride",
         [&] { grid_stride_::square_all(a, c, owner, N, N / 256, 256); });
    once("matmul-naive",
         [&] { matmul_naive_::matmul(a, b, c, 1024, 1024, 16); });
    once("matmul-tiled",
         [&] { matmul_tiled_::matmul(a, b, c, 1024, 1024, 32); });
    once("coalescing", [&] {
        coalescing_::split_points(a, c, c + N / 4, c + N / 2, c + N / 4 * 3,
                                  N / 4);
    });
    once("transpose", [&] { transpose_::transpose(a, c, 1024, 2048); });
    once("histogram-private", [&] {
        OK(cudaMemset(c, 0, 256 * sizeof *c));
        histogram_::histogram(bytes, (unsigned *)c, 4 * N);
    });
    once("reduce-shared", [&] { reduce_shared_::block_sums(a, c, N); });
    once("reduce-grid", [&] { reduce_grid_::sum(a, c, N); });
    once("reduce-shuffle",
         [&] { reduce_shuffle_::row_sums(a, c, N / 64, 64); });
    return 0;
}
