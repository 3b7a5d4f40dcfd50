// Sorting: radix by 4 bits at a time (stable, with payloads), merge sort by
// merge paths, bitonic.
#include "../sim/ok.h"

#include <algorithm>

// ---- radix

enum { BITS = 4, DIGITS = 1 << BITS, BLOCK = 256 };

__global__ void count_digits(const unsigned *keys, int n, int shift,
                             int *counts) {
    __shared__ int s[DIGITS];
    if (threadIdx.x < DIGITS) s[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) atomicAdd(&s[keys[i] >> shift & (DIGITS - 1)], 1);
    __syncthreads();
    // digit-major, so that one scan gives every block its places
    if (threadIdx.x < DIGITS)
        counts[threadIdx.x * gridDim.x + blockIdx.x] = s[threadIdx.x];
}

// Exclusive, one block walks over all.
__global__ void scan_counts(int *v, int n) {
    __shared__ int s[1024];
    int t = threadIdx.x, carry = 0;
    for (int base = 0; base < n; base += 1024) {
        int own = base + t < n ? v[base + t] : 0;
        s[t] = own;
        __syncthreads();
        for (int d = 1; d < 1024; d *= 2) {
            int o = t >= d ? s[t - d] : 0;
            __syncthreads();
            s[t] += o;
            __syncthreads();
        }
        if (base + t < n) v[base + t] = carry + s[t] - own;
        carry += s[1023];
        __syncthreads();
    }
}

// A key's rank among the equal digits before it in the block, by ballots.
__global__ void scatter(const unsigned *keys, const int *values, int n,
                        int shift, const int *places, unsigned *keys_out,
                        int *values_out) {
    __shared__ int of_warp[BLOCK / 32][DIGITS];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    bool in = i < n;
    unsigned key = in ? keys[i] : 0;
    int digit = key >> shift & (DIGITS - 1);
    if (lane < DIGITS) of_warp[warp][lane] = 0;
    __syncwarp();
    unsigned live = __ballot_sync(0xffffffff, in), same = live;
    for (int b = 0; b < BITS; b++) {
        unsigned ones = __ballot_sync(0xffffffff, digit >> b & 1);
        same &= digit >> b & 1 ? ones : ~ones;
    }
    int rank = __popc(same & ((1u << lane) - 1));
    if (in && rank == 0) of_warp[warp][digit] = __popc(same);
    __syncthreads();
    if (!in) return;
    for (int w = 0; w < warp; w++)
        rank += of_warp[w][digit];
    int to = places[digit * gridDim.x + blockIdx.x] + rank;
    keys_out[to] = key;
    values_out[to] = values[i];
}

static void radix_sorts() {
    for (int n : {1, 300, 20000}) {
        std::vector<unsigned> keys(n);
        std::vector<int> values(n);
        for (int i = 0; i < n; i++)
            keys[i] = i % 3 ? lcg() * 2 + 1 : lcg() % 100, values[i] = i;
        Dev<unsigned> a(keys), b(n);
        Dev<int> va(values), vb(n);
        int blocks = (n + BLOCK - 1) / BLOCK;
        Dev<int> counts(blocks * DIGITS);
        unsigned *from = a, *to = b;
        int *vfrom = va, *vto = vb;
        for (int shift = 0; shift < 32; shift += BITS) {
            count_digits<<<blocks, BLOCK>>>(from, n, shift, counts);
            scan_counts<<<1, 1024>>>(counts, blocks * DIGITS);
            scatter<<<blocks, BLOCK>>>(from, vfrom, n, shift, counts, to, vto);
            std::swap(from, to);
            std::swap(vfrom, vto);
        }
        std::vector<int> want = values;
        std::stable_sort(want.begin(), want.end(),
                         [&](int x, int y) { return keys[x] < keys[y]; });
        CHECK(va.get() == want); // 8 passes: back where it began
        std::sort(keys.begin(), keys.end());
        CHECK(a.get() == keys);
    }
}

// ---- merge

__device__ int merge_path(const int *a, int na, const int *b, int nb, int at) {
    int lo = max(0, at - nb), hi = min(at, na);
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (a[mid] <= b[at - 1 - mid])
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

// Every thread merges PER elements of its pair of runs.
enum { PER = 8 };
__global__ void merge_runs(const int *in, int *out, int n, int run) {
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * PER;
    if (first >= n) return;
    int pair = first / (2 * run) * (2 * run), at = first - pair;
    const int *a = in + pair, *b = a + min(run, n - pair);
    int na = min(run, n - pair), nb = max(0, min(run, n - pair - run));
    int i = merge_path(a, na, b, nb, at), j = at - i;
    for (int k = first; k < min(first + PER, pair + na + nb); k++)
        out[k] = j >= nb || (i < na && a[i] <= b[j]) ? a[i++] : b[j++];
}

static void merge_sorts() {
    const int n = 5000;
    std::vector<int> h(n);
    for (auto &v : h)
        v = (int)lcg() - (1 << 30);
    Dev<int> a(h), b(n);
    int *from = a, *to = b;
    // runs of PER or more, so that no thread spans two pairs; first by hand
    for (int i = 0; i < n; i += PER)
        std::sort(h.begin() + i, h.begin() + std::min(i + PER, n));
    OK(cudaMemcpy(from, h.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    for (int run = PER; run < n; run *= 2) {
        merge_runs<<<(n / PER + 128) / 128, 128>>>(from, to, n, run);
        std::swap(from, to);
    }
    std::vector<int> got(n);
    OK(cudaMemcpy(got.data(), from, n * sizeof(int), cudaMemcpyDeviceToHost));
    std::sort(h.begin(), h.end());
    CHECK(got == h);
}

// ---- bitonic

__global__ void bitonic_step(float *v, int j, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ j;
    if (other <= i) return;
    bool up = (i & k) == 0;
    if ((v[i] > v[other]) == up) {
        float t = v[i];
        v[i] = v[other];
        v[other] = t;
    }
}

__global__ void bitonic_block(float *v) {
    extern __shared__ float s[];
    int t = threadIdx.x;
    s[t] = v[t];
    __syncthreads();
    for (int k = 2; k <= blockDim.x; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            int o = t ^ j;
            if (o > t && (s[t] > s[o]) == ((t & k) == 0)) {
                float x = s[t];
                s[t] = s[o];
                s[o] = x;
            }
            __syncthreads();
        }
    v[t] = s[t];
}

static void bitonic_sorts() {
    const int n = 4096;
    std::vector<float> h(n);
    for (auto &v : h)
        v = unit();
    Dev<float> d(h);
    for (int k = 2; k <= n; k *= 2)
        for (int j = k / 2; j > 0; j /= 2)
            bitonic_step<<<n / 256, 256>>>(d, j, k);
    std::vector<float> want = h;
    std::sort(want.begin(), want.end());
    CHECK(d.get() == want);
    h.resize(512);
    Dev<float> s(h);
    bitonic_block<<<1, 512, 512 * sizeof(float)>>>(s);
    std::sort(h.begin(), h.end());
    CHECK(s.get() == h);
}

int main() {
    radix_sorts();
    merge_sorts();
    bitonic_sorts();
    return finish();
}
