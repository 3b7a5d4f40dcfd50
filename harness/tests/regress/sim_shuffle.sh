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
# (Not warps.cu: it asks which lanes are together, in order.)
for program in patterns matrices async; do
    run kata sim --shuffle 7 "$REGRESS/../sim/$program.cu"
    status 0
    out "ok"
done
# Blocks that take turns, with rows in the same line of memory: what one reads is
# not taken for a read of the one before.
cat >rows.cu <<'END'
#include <cstdio>
__global__ void rows(float *sums, float *x, const float *y, int n, int length) {
    int row = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= n) return;
    const float *from = y + row * length;
    float *to = x + row * length, sum = 0;
    for (int i = 0; i < length; i++) {
        sum += from[i];
        if (lane == i % 32) to[i] = sum;
    }
    for (int i = lane; i < length; i += 32)
        to[i] -= sum;
    __syncwarp();
    sum = 0;
    for (int i = 0; i < length; i++) // all lanes, and no other warp
        sum += to[i];
    if (lane == 0) sums[row] += sum;
}
int main() {
    const int N = 16000;
    float *sums, *x, *y;
    cudaMalloc(&sums, N * sizeof(float));
    cudaMalloc(&x, N * sizeof(float));
    cudaMalloc(&y, N * sizeof(float));
    cudaMemset(sums, 0, N * sizeof(float));
    cudaMemset(y, 0, N * sizeof(float));
    rows<<<N / 4, 128>>>(sums, x, y, N, 1);
    printf("%d\n", (int)cudaDeviceSynchronize());
}
END
for seed in 1 2 3; do
    run kata sim --shuffle $seed rows.cu
    status 0
    no_err "race"
done
# Half of the lanes that could be together come where __activemask() asks later.
cat >asked.cu <<'END'
#include <cstdio>
__managed__ int sum, count, groups;
__global__ void asked(int whole) {
    unsigned here = whole ? __ballot_sync(~0u, threadIdx.x < 24) : 0;
    if (threadIdx.x >= 24) return;
    if (!whole) here = __activemask();
    int lane = threadIdx.x, first = __ffs(here) - 1;
    atomicAdd(&count, __popc(here & ((1u << lane) - 1)));
    if (lane != first) return;
    atomicAdd(&sum, __popc(here));
    atomicAdd(&groups, 1);
}
int main() {
    asked<<<1, 32>>>(0);
    cudaDeviceSynchronize();
    printf("%d in %d groups, %d before\n", sum, groups, count);
    sum = count = groups = 0;
    asked<<<1, 32>>>(1);
    cudaDeviceSynchronize();
    printf("%d by a vote in %d\n", sum, groups);
}
END
run kata sim asked.cu
status 0
out "24 in 1 groups, 276 before"
run kata sim --shuffle 1 asked.cu
status 0
out "24 in 2 groups, 132 before"
out "24 by a vote in 1"
# An atomic promises no order among the lanes of a warp.
cat >ranks.cu <<'END'
#include <cstdio>
__managed__ int shared_rank[32], global_rank[32], next;
__global__ void ranks() {
    __shared__ int mine;
    mine = 0;
    __syncwarp();
    shared_rank[threadIdx.x] = atomicAdd(&mine, 1);
    global_rank[threadIdx.x] = atomicAdd(&next, 1);
}
int main() {
    ranks<<<1, 32>>>();
    cudaDeviceSynchronize();
    printf("%d %d of %d\n", shared_rank[3], global_rank[3], next);
}
END
run kata sim ranks.cu
status 0
out "3 3 of 32"
run kata sim --shuffle 1 ranks.cu
status 0
out "28 28 of 32"
run kata sim --shuffle 0 chain.cu
status 2
err "not a seed"
