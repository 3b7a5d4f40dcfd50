# What is not simulated is refused in plain words, with its place; a program
# that dies still tells what the device saw.
. "$REGRESS/lib.sh"
need_nvcc

cat >import.cu <<'END'
int main() {
    cudaExternalMemory_t m;
    cudaImportExternalMemory(&m, nullptr);
    cudaDestroyExternalMemory(m);
}
END
run kata sim import.cu
status 3
err "kata's simulated runtime has no cuda"
err "ExternalMemory yet"
err "hint: leave that part out"
no_err "undefined reference"

cat >foreign.cu <<'END'
extern "C" int cutensorCreate(void *);
int main() { return cutensorCreate(nullptr); }
END
run kata sim foreign.cu
status 3
err "'cutensorCreate' belongs to cuTENSOR"
no_err "undefined reference"

cat >part.cu <<'END'
extern "C" int cublasCsyrk3mEx(void *);
int main() { return cublasCsyrk3mEx(nullptr); }
END
run kata sim part.cu
status 3
err "kata's simulated cuBLAS has no cublasCsyrk3mEx yet"

printf 'extern "C" int cufftXtSetCallback();\nint main() { return cufftXtSetCallback(); }\n' >part.cu
run kata sim part.cu -lcufft
status 3
err "kata's simulated cuFFT has no cufftXtSetCallback yet"

# A library that kata lacks is named in one sentence, by its flag, its header or
# its functions, in a program of one file and of several.
printf 'int rest() { return 0; }\n' >rest.cu
for files in foreign.cu 'foreign.cu rest.cu'; do
    run kata sim $files -lcutensor
    status 3
    err "-lcutensor asks for cuTENSOR, which kata does not simulate"
    no_err "cannot find"
done
run kata sim foreign.cu rest.cu
status 3
err "'cutensorCreate' belongs to cuTENSOR"
no_err "undefined reference"

# A library of somebody else's: its name, and the flag that links it.
printf 'extern "C" void glClear(int);\nint main() { glClear(0); }\n' >draws.cu
for files in draws.cu 'draws.cu rest.cu'; do
    run kata sim $files
    status 3
    err "'glClear' belongs to OpenGL, which is not linked"
    err "kata sim links it with -lGL"
    no_err "undefined reference"
done

# Instructions of one generation: chosen by a flag, or needed by a header.
cat >gate.cu <<'END'
#include <cstdio>
__global__ void which(int *p) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    *p = 1;
#else
    *p = 0;
#endif
}
int main() {
    int *p, h;
    cudaMalloc(&p, sizeof h);
    which<<<1, 1>>>(p);
    cudaMemcpy(&h, p, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(p);
    puts(h ? "all of sm_90a" : "sm_90");
}
END
run kata sim gate.cu --gpu h100
out "sm_90"
no_out "all of"
run kata sim gate.cu --gpu h100 -gencode arch=compute_90a,code=sm_90a
out "all of sm_90a"
echo '// setmaxnreg' >needs.h
sed -i '1i #include "needs.h"' gate.cu
run kata sim gate.cu --gpu h100
out "all of sm_90a"

# CUTLASS's headers are found where kata has them, after the program's own.
mkdir -p headers/cutlass headers/cute own/cute
touch headers/cutlass/version.h
echo '#define WHOSE "the one of kata"' >headers/cute/tensor.hpp
echo '#define WHOSE "own"' >own/cute/tensor.hpp
printf '#include <cute/tensor.hpp>\n#include <cstdio>\nint main() { puts(WHOSE); }\n' >cute.cu
for files in cute.cu 'cute.cu rest.cu'; do
    KATA_CUTLASS=$PWD/headers run kata sim $files
    status 0
    out "the one of kata"
    KATA_CUTLASS=$PWD/headers run kata sim $files -Iown
    status 0
    out "own"
    KATA_CUTLASS=$PWD/own run kata sim $files
    status 3
    err "make cutlass fetches its headers"
done
printf '#include <cutensor.h>\nint main() {}\n' >dnn.cu
run kata sim dnn.cu rest.cu
status 3
err "it does not compile"
err "'cutensor.h' belongs to cuTENSOR"
cat >driver.cu <<'END'
#include <cuda.h>
int main() { return cuDestroyExternalMemory(0); }
END
for files in driver.cu 'driver.cu rest.cu'; do
    run kata sim $files -lcuda
    status 3
    err "kata's simulated driver has no cuDestroyExternalMemory yet"
done
# The linker still tells of libraries that the program itself must bring.
run kata sim foreign.cu rest.cu -lnobodyhasthis
err "cannot find -lnobodyhasthis"

cat >none.cu <<'END'
__global__ void k() {}
END
run kata sim none.cu
status 3
err "the program has no main()"

# One kernel that cannot be simulated does not keep the others from running.
cat >mixed.cu <<'END'
#include <cstdio>
#include <cstdlib>
__global__ void good(int *p) { *p = 7; }
__global__ void products(float *c) {
    float d = 0;
    asm volatile("multimem.red.relaxed.sys.global.add.f32 [%0], %1;"
                 :: "l"(c), "f"(d));
    *c = d;
}
int main(int argc, char **) {
    int *p, h = 0;
    cudaMalloc(&p, 64);
    products<<<1, 32>>>((float *)p);
    puts(cudaGetErrorName(cudaGetLastError()));
    good<<<1, 1>>>(p);
    cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost);
    printf("h = %d\n", h);
    fflush(stdout);
    if (argc > 1) abort();
}
END
run kata sim mixed.cu
status 1
out "cudaErrorNotSupported"
out "h = 7"
err "not simulated yet: "'`'"multimem.red.relaxed.sys.global.add.f32"
err "mixed.cu:"
err "hint: let each device reduce what it reads of its"
no_err "the program died"

# What textures cannot do here is said by the runtime, with what to do instead.
cat >texels.cu <<'END'
#include <cstdio>
int main() {
    cudaChannelFormatDesc d = cudaCreateChannelDesc<uchar4>();
    cudaArray_t a;
    cudaMallocArray(&a, &d, 8, 8);
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    cudaTextureDesc t = {};
    t.sRGB = 1;
    t.readMode = cudaReadModeNormalizedFloat;
    cudaTextureObject_t o;
    puts(cudaGetErrorName(cudaCreateTextureObject(&o, &r, &t, nullptr)));
    t.sRGB = 0;
    r.resType = cudaResourceTypeMipmappedArray;
    puts(cudaGetErrorName(cudaCreateTextureObject(&o, &r, &t, nullptr)));
    cudaFreeArray(a);
}
END
run kata sim texels.cu
out "cudaErrorNotSupported"
err "Reading colours as sRGB is not simulated."
err "convert the"
err "Mipmaps are not simulated."
err "texels.cu:"

run kata sim mixed.cu -- abort
status 134
err "not simulated yet: "
err "good"
err "the program died: Aborted"
