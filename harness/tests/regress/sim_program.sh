# kata sim runs any CUDA program: its output, arguments and status are its own.
. "$REGRESS/lib.sh"
need_nvcc
cat >hello.cu <<'END'
#include <cstdio>
#include <cstdlib>
__global__ void fill(int *p, int n, int v) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = v;
}
int main(int argc, char **argv) {
    int n = 100, v = argc > 1 ? atoi(argv[1]) : 1, *p, h[100];
    int room = argc > 2 ? atoi(argv[2]) : n;
    cudaMalloc(&p, room * sizeof *p);
    fill<<<4, 32>>>(p, n, v);
    cudaMemcpy(h, p, room * sizeof *p, cudaMemcpyDeviceToHost);
    printf("h[7] = %d\n", h[7]);
    return argc > 3 ? atoi(argv[3]) : 0;
}
END
run kata sim hello.cu -- 42
status 0
out "h[7] = 42"
err "fill"
err "modelled"

run kata sim hello.cu -- 5 100 9
status 9
run kata sim hello.cu -- 5 50
status 1
err "out-of-bounds"
err "hello.cu:5"
run kata sim hello.cu --json -- 5 50
json
same "$(field '$.traps[0].kind')" out-of-bounds
# ... in a folder with a name that CUDA's own files have, too
mkdir -p device_code/thrust
cp hello.cu device_code/thrust/
run kata sim device_code/thrust/hello.cu -- 5 50
err "hello.cu:5"
no_err "Inside the library"
# nvcc is told no option twice, which it would warn of.
run kata sim -std=c++20 -O2 hello.cu -- 42
status 0
no_err "redefinition"
# Two barriers in the place of one: a doubt. One more for some warps: wrong.
cat >arms.cu <<'END'
#include <cstdio>
__global__ void arms(int *out, bool more) {
    __shared__ int box[2][32];
    int t = threadIdx.x % 32;
    for (int r = 0; r < 4; r++) {
        if (threadIdx.x < 32) {
            box[r % 2][t] = r;
            __syncthreads();
        } else {
            __syncthreads();
            out[32 * blockIdx.x + t] += box[r % 2][t];
        }
    }
    if (more && threadIdx.x < 32) __syncthreads();
}
int main(int argc, char **) {
    int *d, h[128];
    cudaMalloc(&d, sizeof h);
    cudaMemset(d, 0, sizeof h);
    arms<<<4, 64>>>(d, argc > 1);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("sum %d\n", h[99]);
    cudaFree(d);
}
END
run kata sim arms.cu
status 0
out "sum 6"
err "DOUBT    barrier-divergence"
err "many barriers as the others, and hardware"
no_err "TRAP"
run kata sim --strict arms.cu
status 1
run kata sim arms.cu -- more
status 1
out "sum 6"
err "TRAP     barrier-divergence"
# A copy from pageable memory is late for another stream, up to a size at which
# no GPU was seen to be (sim/runtime/piece_race.c).
cat >late.cu <<'END'
#include <cstdlib>
__global__ void add(int *p) { p[threadIdx.x]++; }
int main(int, char **argv) {
    size_t n = (size_t)atoi(argv[1]) << 20;
    int *h = (int *)calloc(n, 1), *d;
    cudaStream_t s;
    cudaMalloc(&d, n);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);
    add<<<1, 32, 0, s>>>(d);
    cudaStreamSynchronize(s);
    cudaFree(d), cudaStreamDestroy(s), free(h);
}
END
run kata sim late.cu -- 64
status 1
err "TRAP     stream-race"
run kata sim late.cu -- 256
status 0
err "DOUBT    stream-race"
# An option of ours leaves no argument of the program's twice.
run kata sim hello.cu --json -- 5 100
status 0
run kata sim hello.cu --gpu nonsense
status 2
err "h100"
# ... and what comes back that nobody ever wrote is told, but is no failure
cat >blank.cu <<'END'
__global__ void ones(int *p) { p[threadIdx.x] = 1; }
int main() {
    int *a, *b, h[64];
    cudaMalloc(&a, sizeof h), cudaMalloc(&b, sizeof h);
    ones<<<1, 1>>>(a);
    cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(a), cudaFree(b);
}
END
run kata sim blank.cu
status 0
err "The copy brings back 256 bytes of device memory"
err "blank.cu:7"
no_err "blank.cu:6"

# nvcc's flags in all their forms: a value may be the next word
cat >flags.cu <<'END2'
#include "seven.h"
#include <cstdio>
__global__ void fill(int *p) { p[threadIdx.x] = SEVEN + N; }
int main() {
    int *p, h;
    cudaMalloc(&p, 32 * sizeof *p);
    fill<<<1, 32>>>(p);
    cudaMemcpy(&h, p, sizeof h, cudaMemcpyDeviceToHost);
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
    printf("own streams, ");
#endif
    printf("%d\n", h);
    cudaFree(p);
}
END2
mkdir -p more
echo '#define SEVEN 7' >more/seven.h
run kata sim flags.cu --include-path more --define-macro N=1 --default-stream per-thread \
    --gpu-architecture sm_70 --generate-code arch=compute_80,code=sm_80 --cudart shared \
    --optimize 2 --maxrregcount 64 --fmad false --machine 64 --output-file flags
status 0
out "own streams, 8"
no_err "redefinition"
run kata sim -default-stream per-thread -t 2 -ftz true flags.cu -I more -D N=2 -rdc true \
    -Xnvlink -v
status 0
out "own streams, 9"
cat >omp.cu <<'END2'
#include <cstdio>
#include <omp.h>
int main() { printf("%d threads\n", omp_get_max_threads()); }
END2
run kata sim omp.cu
status 3
err "-Xcompiler -fopenmp"

# A report quotes every file of the program, and names the line of an included
# one, not that of the call
cat >part.cu <<'END2'
static __device__ void put(int *p, int i) {
    p[i + 1] = i;
}
END2
cat >memory.cpp <<'END2'
#include <cuda_runtime.h>
int *room(int n) {
    int *p;
    cudaMalloc(&p, n);
    return p;
}
END2
cat >whole.cu <<'END2'
#include "part.cu"
int *room(int n);
__global__ void k(int *p) { put(p, threadIdx.x); }
int main() {
    k<<<1, 32>>>(room(128));
    cudaDeviceSynchronize();
}
END2
run kata sim whole.cu memory.cpp
status 1
err "part.cu:2"
err ">    2 | p[i + 1] = i;"
err "memory.cpp:4"
err ">    4 | cudaMalloc(&p, n);"

cat >two.cu <<'END2'
#include "part.cu"
__global__ void k(int *p) {
    p[threadIdx.x] = 0;
    put(p, threadIdx.x);
}
int main() {
    int *p;
    cudaMalloc(&p, 260);
    k<<<1, 64>>>(p);
    cudaDeviceSynchronize();
}
END2
run kata sim two.cu
status 1
err "warp 0 of the same block writes it in line 2 of"

# A program's own file may have a name like one of CUDA's, in a folder like one
mkdir -p thrust/curand
cat >thrust/curand/device_intrinsics.cu <<'END2'
__global__ void k(int *p) {
    p[threadIdx.x] = 1;
}
int main() {
    int *p;
    cudaMalloc(&p, 64);
    k<<<1, 32>>>(p);
    cudaDeviceSynchronize();
}
END2
run kata sim thrust/curand/device_intrinsics.cu
status 1
err "device_intrinsics.cu:2"
err "allocated at device_intrinsics.cu:6"
no_err "Inside the library"

# A kernel of a header that calls what it is given and nothing else: the line
# of that is named, which is in another header.
mkdir -p apart
cat >apart/launcher.hxx <<'END'
template <typename F, typename... A> __device__ void apply(F f, int i, int block, A... a) {
    f(i, block, a...);
}
template <typename F, typename... A> __global__ void launcher(F f, A... a) {
    apply(f, threadIdx.x, blockIdx.x, a...);
}
END
cat >apart/work.hxx <<'END'
#include "launcher.hxx"
inline void shift(int *p, int n) {
    auto f = [=] __device__(int i, int block, int by) {
        if (i < n)
            p[i] = p[i + by];
    };
    launcher<<<1, 64>>>(f, 1);
}
END
cat >calls.cu <<'END'
#include "apart/work.hxx"
int main() {
    int *p;
    cudaMalloc(&p, 64 * sizeof *p);
    cudaMemset(p, 0, 64 * sizeof *p);
    shift(p, 64);
    cudaDeviceSynchronize();
    cudaFree(p);
}
END
run kata sim calls.cu
status 1
err "work.hxx:5"
no_err "launcher.hxx"

# Also where a folder is named for it: its lambdas are compiled as lambdas.
sed -i 's,"apart/work.hxx",<work.hxx>,' calls.cu
run kata sim calls.cu -Iapart
status 1
err "work.hxx:5"

# Memory that a library allocates has no line of the program's.
mkdir -p include/thrust
cat >include/thrust/memory.h <<'END'
template <typename T> __attribute__((noinline)) T *take(int n) {
    T *p;
    cudaMalloc(&p, n * sizeof *p);
    return p;
}
END
cat >takes.cu <<'END'
#include <thrust/memory.h>
__global__ void past(int *p) { p[64] = 0; }
int main() {
    int *p = take<int>(64);
    past<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
}
END
run kata sim takes.cu -Iinclude
status 1
err "takes.cu:2"
no_err "allocated at memory.h"

# A destructor that frees runs for each copy of the object: a kernel's argument
# is one.
cat >owner.cu <<'END'
struct Cell {
    int *p;
    Cell() { cudaMalloc(&p, sizeof *p); }
    ~Cell() { cudaFree(p); }
};
__global__ void set(Cell c) { *c.p = 7; }
int main() {
    Cell c;
    set<<<1, 1>>>(c);
    int h;
    cudaMemcpy(&h, c.p, sizeof h, cudaMemcpyDeviceToHost);
}
END
run kata sim owner.cu
status 1
err "after-free"
err "A kernel's argument is a copy"
# Files that are no program, and a folder: the line to type instead.
mkdir -p tree/empty tree/many tree/made
touch tree/made/Makefile tree/CMakeLists.txt tree/many/a.cu tree/notes.txt
no_program() { # FILE TEXT HINT
    run kata sim "$1"
    status 2
    err "$2"
    err "$3"
}
no_program tree/made/Makefile "'tree/made/Makefile' says how to build" \
    "hint: cd tree/made && kata sim --build make -- ./PROGRAM"
no_program tree/made "'tree/made' is a folder" "cd tree/made && kata sim --build make"
no_program tree/CMakeLists.txt "says how to build" "cmake --build build"
no_program tree/many "'tree/many' is a folder" "kata sim tree/many/*.cu"
no_program tree/empty "'tree/empty' is a folder" "a whole CUDA program"
no_program tree/notes.txt "'tree/notes.txt' is no CUDA program" "sim -x cu tree"
no_program "$KATA" "is compiled already" "kata sim compiles for the simulated device"
no_program copy "there is no file 'copy'" "kata check copy"
no_program helo.cu "there is no file 'helo.cu'" "did you mean 'hello.cu'?"
cp hello.cu hello.txt
run kata sim -x cu hello.txt -- 42
status 0
out "h[7] = 42"
: >blank.cu
run kata sim blank.cu
err "the program has no main()"
err "write main()"
