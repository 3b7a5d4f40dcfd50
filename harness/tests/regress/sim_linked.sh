# Device code that nvcc links (-rdc=true): of several files, with kernels that
# launch kernels, and conditional nodes of graphs.
. "$REGRESS/lib.sh"
need_nvcc
cp "$REGRESS"/../sim/linked* "$REGRESS"/../sim/ok.h .
run kata sim linked.cu linked_other.cu -rdc=true
status 0
out "ok"

# One file, and the same by a project's own steps.
cat >one.cu <<'END'
#include <cstdio>
__global__ void child(int *p, int n) { p[threadIdx.x + n] = 1; }
__global__ void parent(int *p, int n) { child<<<1, 32>>>(p, n); }
int main(int argc, char **argv) {
    int *p, h[32];
    cudaMalloc(&p, sizeof h);
    parent<<<1, 1>>>(p, argc > 1 ? 8 : 0);
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[31]);
    cudaFree(p);
}
END
run kata sim one.cu -rdc=true
status 0
out 1
err "child"
# A child's mistake is told at the child's line.
run kata sim one.cu -dc -- far
status 1
err "out-of-bounds"
err "one.cu:2"
run kata sim --build 'nvcc -dc one.cu -o one.o && nvcc -dlink one.o -o linked.o &&
    g++ one.o linked.o -o one -L$CUDA_HOME/lib64 -lcudadevrt -lcudart' -- ./one
status 0
out 1

# A launch that fails, and nobody asks.
cat >unasked.cu <<'END'
__global__ void child() {}
__global__ void parent() { child<<<1, 2048>>>(); }
int main() { parent<<<1, 1>>>(), cudaDeviceSynchronize(); }
END
run kata sim unasked.cu -rdc=true
status 1
err "bad-launch"
err "unasked.cu:2"

# Files that nobody links do not know each other.
run kata sim linked.cu linked_other.cu
status 3
