# HIP's names on the simulated device, with wavefronts of 32 and of 64 lanes.
. "$REGRESS/lib.sh"
need_nvcc

# Each function by every lane, compared with what lanes that are plain numbers would get.
cat >lanes.cu <<'END'
#include <hip/hip_runtime.h>
#include <cstdio>

const int FUNCTIONS = 7;

__global__ void ask(double *out) {
    int t = threadIdx.x + blockDim.x * threadIdx.y, n = blockDim.x * blockDim.y;
    double v = 1000 + t;
    out[t] = __shfl(v, 3);
    out[n + t] = __shfl_up(v, 2);
    out[2 * n + t] = __shfl_down(v, 5, 16);
    out[3 * n + t] = __shfl_xor_sync(~0ull, v, 17);
    out[4 * n + t] = (double)(__ballot(t % 3 == 0) >> 1);
    out[5 * n + t] = __any(t == 70) + 2 * __all(t != 5);
    out[6 * n + t] = warpSize + 1000 * __lane_id();
}

static double wanted(int f, int t, int n, int wave) {
    int lane = t % wave, first = t - lane, lanes = n - first < wave ? n - first : wave;
    unsigned long long votes = 0;
    for (int l = 0; l < lanes; l++)
        if ((first + l) % 3 == 0) votes |= 1ull << l;
    switch (f) {
    case 0: return 1000 + first + 3;
    case 1: return 1000 + (lane < 2 ? t : t - 2);
    case 2: return 1000 + (lane % 16 + 5 >= 16 ? t : t + 5);
    case 3: return 1000 + ((lane ^ 17) < lanes ? first + (lane ^ 17) : t);
    case 4: return (double)(votes >> 1);
    case 5: return (first <= 70 && 70 < first + lanes) + 2 * !(first <= 5 && 5 < first + lanes);
    default: return wave + 1000 * lane;
    }
}

int main() {
    const int MOST = 256;
    static double got[FUNCTIONS * MOST];
    double *out;
    int wrong = 0, lanes;
    hipMalloc(&out, sizeof got);
    for (int wave = 32; wave <= 64; wave *= 2) {
        const int rows[] = {256, 96, 32};
        hip_set_wave(wave);
        hipDeviceGetAttribute(&lanes, hipDeviceAttributeWarpSize, 0);
        hipDeviceProp_t p;
        hipGetDeviceProperties(&p, 0);
        if (lanes != wave || p.warpSize != wave) printf("the host has %d lanes\n", lanes);
        for (int n : rows) {
            hipLaunchKernelGGL(ask, 1, dim3(16, n / 16), 0, 0, out);
            if (hipMemcpy(got, out, sizeof got, hipMemcpyDeviceToHost) != hipSuccess) return 1;
            for (int f = 0; f < FUNCTIONS; f++)
                for (int t = 0; t < n; t++)
                    if (got[f * n + t] != wanted(f, t, n, wave) && wrong++ < 5)
                        printf("wave %d, block %d, function %d, thread %d: %g, not %g\n", wave,
                               n, f, t, got[f * n + t], wanted(f, t, n, wave));
        }
    }
    hipFree(out);
    printf("%d wrong\n", wrong);
}
END
run kata sim lanes.cu
status 0
out "0 wrong"
no_out "lanes"
no_err "TRAP"
# Lanes run in lockstep, in whatever order warps and blocks go on.
for seed in 1 2 3; do
    run kata sim --shuffle $seed lanes.cu
    status 0
    out "0 wrong"
    no_err "TRAP"
done

# Lanes of a branch exchange values among themselves, and so do those that are left when
# others have returned, or have left a loop.
cat >ways.cu <<'END'
#include <hip/hip_runtime.h>
#include <cstdio>

const int FUNCTIONS = 4, LANES = 32, N = 64;

__global__ void ask(int *out) {
    int t = threadIdx.x, lane = t % LANES;
    if (lane % 3 == 1) {
        out[t] = __shfl(t, 4);
        out[N + t] = __popcll(__ballot(lane > 7)) + 100 * __all(lane % 3 == 1);
    } else {
        out[t] = __shfl(t, 5);
        out[N + t] = __popcll(__ballot(1)) + 100 * __any(lane % 3 == 1);
    }
    int here = 0;
#pragma unroll 1 // nvcc makes several ways of one otherwise
    for (int i = 0; i <= lane; i++)
        here += __popcll(__ballot(1));
    out[2 * N + t] = here;
    if (lane >= 20) return;
    out[3 * N + t] = __shfl_xor(t, 1) + 1000 * __popcll(__ballot(1));
}

static int wanted(int f, int t) {
    int lane = t % LANES, first = t - lane;
    bool third = lane % 3 == 1;
    switch (f) {
    case 0: return first + (third ? 4 : 5);
    case 1: return third ? 8 + 100 : 21;
    case 2: return (lane + 1) * LANES - lane * (lane + 1) / 2;
    default: return lane < 20 ? first + (lane ^ 1) + 20000 : -1;
    }
}

int main() {
    static int got[FUNCTIONS * N];
    int *out, wrong = 0;
    hipMalloc(&out, sizeof got);
    hipMemset(out, 0xff, sizeof got);
    hip_set_wave(LANES);
    hipLaunchKernelGGL(ask, 1, N, 0, 0, out);
    if (hipMemcpy(got, out, sizeof got, hipMemcpyDeviceToHost) != hipSuccess) return 1;
    for (int f = 0; f < FUNCTIONS; f++)
        for (int t = 0; t < N; t++)
            if (got[f * N + t] != wanted(f, t) && wrong++ < 5)
                printf("function %d, thread %d: %d, not %d\n", f, t, got[f * N + t],
                       wanted(f, t));
    hipFree(out);
    printf("%d wrong\n", wrong);
}
END
run kata sim ways.cu
status 0
out "0 wrong"
for seed in 1 2 3; do
    run kata sim --shuffle $seed ways.cu
    status 0
    out "0 wrong"
    no_err "TRAP"
done
# With device code that is linked, the header's variable has another name.
run kata sim --shuffle 1 ways.cu -I"$REGRESS/../../libs/include" -rdc=true
status 0
out "0 wrong"

# A mask of 32 bits is refused, as by HIP.
sed 's/~0ull/0xffffffff/' lanes.cu >mask.cu
run kata sim mask.cu
status 3
err "The mask must have 64 bits"
