# Blocks run in order, and by chance on demand: a program that relies on their
# order is right in the first way alone; correct programs are right in both.
. "$REGRESS/lib.sh"
need_nvcc
cat >chain.cu <<'END'
#include <cstdio>
__managed__ int upto[64];
// Each block goes on from the one before, and does not wait for it.
__global__ void chain() {
    int b = blockIdx.x;
    if (threadIdx.x) return;
    int before = b ? atomicAdd(&upto[b - 1], 0) : 0;
    atomicExch(&upto[b], before + 1);
}
int main() {
    chain<<<64, 32>>>();
    cudaDeviceSynchronize();
    printf("%s\n", upto[63] == 64 ? "complete" : "too early");
}
END
run kata sim chain.cu
status 0
out "complete"
for seed in 1 2 3; do
    run kata sim --shuffle $seed chain.cu
    out "too early"
done
for program in warps patterns matrices async; do
    run kata sim --shuffle 7 "$REGRESS/../sim/$program.cu"
    status 0
    out "ok"
done
run kata sim --shuffle 0 chain.cu
status 2
err "not a seed"
