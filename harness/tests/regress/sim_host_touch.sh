# Host code that follows a device pointer dies of it, as with a GPU, and kata
# says why. Memory that the host may use, it may use.
. "$REGRESS/lib.sh"
need_nvcc
cat >touch.cu <<'END'
#include <cstdio>
#include <cstring>
#include <string>

__device__ int table[10];
__global__ void fill(int *p) { p[threadIdx.x] = threadIdx.x; }

int main(int argc, char **argv) {
    std::string what = argc > 1 ? argv[1] : "";
    int *p, *q, got[100];
    cudaMalloc(&p, 400);
    fill<<<1, 100>>>(p);
    cudaDeviceSynchronize();
    puts("before");
    fflush(stdout);

    if (what == "read") printf("%d\n", p[7]);
    if (what == "write") p[7] = 1;
    if (what == "memset") memset(p, 0, 400);
    if (what == "out-parameter") cudaMalloc((void **)p, 4);
    if (what == "variable") {
        cudaGetSymbolAddress((void **)&q, table);
        q[2] = 1;
    }
    if (what == "freed") {
        cudaFree(p);
        p[7] = 1;
    }
    if (what == "null") *(volatile int *)0 = 1;
    if (what == "managed" || what == "pinned") {
        if (what == "managed") cudaMallocManaged(&q, 400);
        if (what == "pinned") cudaMallocHost(&q, 400);
        q[99] = 5;
        fill<<<1, 99>>>(q);
        cudaDeviceSynchronize();
        printf("q %d %d\n", q[7], q[99]);
    }
    if (what == "copy") {
        cudaMemset(p, 0, 28);
        cudaMemcpy(got, p, 400, cudaMemcpyDeviceToHost);
        printf("got %d %d\n", got[6], got[7]);
        cudaMemcpyToSymbol(table, got, 40);
        cudaGetSymbolAddress((void **)&q, table);
        cudaMemcpy(p, q, 40, cudaMemcpyDeviceToDevice);
        cudaMemcpyFromSymbol(got, table, 40);
        cudaMemcpy(got + 10, p, 40, cudaMemcpyDefault);
        printf("and %d %d\n", got[9], got[19]);
    }
    puts("after");
}
END
for what in read write memset out-parameter variable freed; do
    run kata sim touch.cu -- $what
    status 139
    out "before"
    no_out "after"
    err "host-touch"
done
# The line that touched it, in a library's function the line that called it, and
# the line that allocated it.
for what in read write memset; do
    run kata sim touch.cu -- $what
    err "touch.cu:$(grep -n "what == \"$what\")" touch.cu | cut -d: -f1)"
    err "allocated at touch.cu:11"
done
run kata sim touch.cu -- read
err "Host code reads device memory at 0x"
err "28 bytes into a 400-byte"
err "cudaMemcpy"
run kata sim touch.cu -- variable
err "Host code writes device memory"
err "'table'"
run kata sim touch.cu -- freed
err "freed"
run kata sim touch.cu --json -- write
json
same "$(field '$.traps[0].kind')" host-touch
same "$(field '$.traps[0].access')" write
same "$(field '$.exit_status')" 139

# Another crash is not taken for one.
run kata sim touch.cu -- null
status 139
no_err "host-touch"

for what in managed pinned; do
    run kata sim touch.cu -- $what
    status 0
    out "q 7 5"
done
run kata sim touch.cu -- copy
status 0
out "got 0 7"
out "and 9 9"

# The reverse: kernels that are given addresses of the host, or none.
cat >given.cu <<'END'
#include <cstdint>
#include <cstdlib>
#include <string>
__global__ void fill(int *p) { p[threadIdx.x] = threadIdx.x; }
static int global[32];
int main(int argc, char **argv) {
    std::string what = argc > 1 ? argv[1] : "";
    int local[32], *p = local;
    if (what == "malloc") p = (int *)malloc(128);
    if (what == "large") p = (int *)malloc(64 << 20);
    if (what == "global") p = global;
    if (what == "registered") cudaHostRegister(p = global, 128, 0);
    if (what == "5") p = (int *)(uintptr_t)20;
    if (what == "100000") p = (int *)(uintptr_t)400000;
    fill<<<1, 32>>>(p);
    return cudaDeviceSynchronize() != cudaSuccess;
}
END
for what in stack malloc large global; do
    run kata sim given.cu -- $what
    status 1
    err "host-pointer"
done
for what in 5 100000; do
    run kata sim given.cu -- $what
    status 1
    err "out-of-bounds"
done
run kata sim given.cu -- registered
status 0

# A check says the same and names the trap.
kata start toy >/dev/null
cat >wrong.cu <<'END'
void copy(const float *in, float *out, int n) {
    for (int i = 0; i < n; i++)
        out[i] = in[i];
}
END
run kata check copy --file wrong.cu --on sim
status 4
out "host-touch"
out "Host code reads device memory"
out "STOPPED (modelled): host-touch"
# Before the first case, too.
cat >early.cu <<'END'
static int *start() {
    int *p;
    cudaMalloc(&p, 4);
    *p = 1;
    return p;
}
static int *early = start();
void copy(const float *, float *, int) { early = nullptr; }
END
run kata check copy --file early.cu --on sim
status 4
out "STOPPED (modelled): host-touch"
# Other crashes are not taken for one.
cat >null.cu <<'END'
void copy(const float *, float *, int) { *(volatile int *)0 = 1; }
END
run kata check copy --file null.cu --on sim
status 4
no_out "host-touch"
out "Host code crashed"
out "null pointer"
run kata check copy --file wrong.cu --on sim --json
json
same "$(field '$.verdict_id')" crash
same "$(field '$.traps[0].kind')" host-touch

# An atomic of the host beside a kernel's atomics for the whole system is what
# they are for. The same add without one is a mistake, and so is an atomic on
# memory that a copy still writes.
cat >together.cu <<'END'
#include <cstdio>
#include <cstdlib>
__global__ void count(int *n) { atomicAdd_system(n, 1); }
int main(int argc, char **argv) {
    int way = atoi(argv[1]), *n, *d;
    cudaMallocManaged(&n, 4096);
    *n = 0;
    if (way == 2) cudaMallocHost(&n, 4096), *n = 0;
    cudaMalloc(&d, 4096);
    cudaMemset(d, 0, 4096);
    if (way == 2)
        cudaMemcpyAsync(n, d, 4096, cudaMemcpyDeviceToHost);
    else
        count<<<4, 64>>>(n);
    if (way == 1)
        *(volatile int *)n += 5;
    else if (way == 3)
        (void)__atomic_exchange_n(&n[1], 5, __ATOMIC_SEQ_CST);
    else
        __sync_fetch_and_add(n, 5);
    cudaDeviceSynchronize();
    printf("n %d\n", *n);
}
END
for way in 0 3; do
    run kata sim together.cu -- $way
    status 0
    no_err "not-synchronised"
done
for way in 1 2; do
    run kata sim together.cu -- $way
    status 1
    err "not-synchronised"
done
