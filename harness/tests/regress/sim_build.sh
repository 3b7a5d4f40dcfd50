# kata sim takes what nvcc takes: several files, flags, a project's own build.
. "$REGRESS/lib.sh"
need_nvcc
mkdir include
echo 'void fill(int *p, int n);' >include/fill.h
cat >fill.cu <<'EOF'
#include "fill.h"
__global__ void iota(int *p) { p[threadIdx.x] = threadIdx.x; }
void fill(int *p, int n) { iota<<<1, n>>>(p); }
EOF
cat >main.cu <<'EOF'
#include "fill.h"
#include <cstdio>
int main(int argc, char **argv) {
    int *p;
    cudaMallocManaged(&p, 32 * sizeof *p);
    fill(p, N);
    cudaDeviceSynchronize();
    printf("%s %d\n", argv[1], p[7]);
    cudaFree(p);
}
EOF
# A target that this machine cannot have is --gpu's matter.
run kata sim main.cu fill.cu -Iinclude -D N=32 -std=c++20 -arch=native -- seven
status 0
out "seven 7"
err "iota"
# A word that is wrong is told at its line, in whichever file.
run kata sim main.cu fill.cu -Iinclude -DN=40 -- seven
status 1
err "out-of-bounds"
err "fill.cu:2"
err "allocated at main.cu:5"
run kata sim main.cu missing.cu
status 2
err "there is no file 'missing.cu'"
run kata sim main.cu fill.cu -DN=32 -- seven
status 3
err "fill.h"

# One file with flags.
printf '#include <cstdio>\nint main() { printf("%%d\\n", A + B); }\n' >sum.cu
run kata sim sum.cu -DA=1 -D B=2 -arch=sm_52 -o ignored
status 0
out "3"
[ ! -e ignored ] || fail "-o is not left out"

# OpenMP is a matter of the linker as well.
cat >threads.cu <<'EOF'
#include <cstdio>
#include <omp.h>
int main() {
    int n = 0;
#pragma omp parallel num_threads(3) reduction(+ : n)
    n += omp_get_num_threads() == 3;
    printf("threads %d\n", n);
}
EOF
for flags in '-Xcompiler -fopenmp' '-Xcompiler=-fopenmp' \
    '--compiler-options -Wall,-fopenmp'; do
    run kata sim threads.cu $flags
    status 0
    out "threads 3"
done

# A Makefile that knows nothing of kata: nvcc compiles, g++ links.
cat >Makefile <<'EOF'
CUDA_HOME ?= /usr/local/cuda
CUDART = -lcudart
program: main.o fill.o
	g++ -o $@ $^ -L$(CUDA_HOME)/lib64 $(CUDART)
%.o: %.cu
	nvcc -gencode arch=compute_80,code=sm_80 -Iinclude -DN=32 -c -o $@ $<
EOF
run kata sim --build 'make -s' -- ./program made
status 0
out "made 7"
err "iota"
# CMake names the runtime by its file and by -l, and the driver, too.
rm program
run kata sim --build 'make -s CUDART="\$(CUDA_HOME)/lib64/libcudart_static.a \
    -lcudart_static -lcudart -lcuda"' -- ./program twice
status 0
out "twice 7"
err "iota"
# ... and what it made runs alone.
[ "$(./program alone)" = "alone 7" ] || fail "the program does not run alone"
run kata sim --build 'exit 7' -- ./program made
status 3
err "ended with status 7"
run kata sim --build true -- ./missing
status 2
err "has made no file './missing'"
run kata sim --build true
status 0
err "built for the simulated device"
run kata sim --build make main.cu
status 2
err "--build takes no files"
# A program of the driver's, by the host's compiler and linker alone.
cat >driver.cpp <<'EOF'
#include <cuda.h>
#include <cstdio>
int main() {
    CUcontext c;
    CUdeviceptr p;
    printf("%d\n", cuMemFree(1));
    cuInit(0), cuDevicePrimaryCtxRetain(&c, 0), cuCtxSetCurrent(c);
    cuMemAlloc(&p, 4), cuMemFree(p), cuMemFree(p);
}
EOF
run kata sim --build \
    'g++ -g -I$CUDA_HOME/include driver.cpp -o driver -L$CUDA_HOME/lib64 -lcuda' -- ./driver
status 1
out 3
err "double-free"
err "driver.cpp:8"

command -v cmake >cmake.txt || exit 0
mkdir project
cat >project/CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.18)
project(both LANGUAGES CXX CUDA)
add_executable(both ../main.cu ../fill.cu)
target_include_directories(both PRIVATE ../include)
target_compile_definitions(both PRIVATE N=32)
set_target_properties(both PROPERTIES CUDA_SEPARABLE_COMPILATION ON
                                      CUDA_ARCHITECTURES "80;90")
EOF
run kata sim --build 'cmake -S project -B out && cmake --build out' -- out/both cmake
status 0
out "cmake 7"
