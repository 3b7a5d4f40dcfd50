// Arrays that fit or do not, work that leaves memory taken or does not, and kernels with
// shared memory of both sorts.
#include "kata_tests.h"

typedef long long Bytes;

int fits(const Bytes *bytes, int n);
Bytes left_by(void (*work)());
Bytes shared_of(const void *kernel, Bytes dynamic);
Bytes shared_in_use(const void *kernel, int block, Bytes dynamic);

enum { WIDE, FITS, UNTOUCHED, SIGN, LEFT, SHARED, ASKED, IN_USE, FACTS };

static const Bytes M = 1 << 20;

__global__ void plain(int *out) {
    out[threadIdx.x] = 1;
}

__global__ void fixed(int *out) {
    __shared__ int part[2500];
    part[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = part[threadIdx.x ^ 1];
}

__global__ void both(int *out) {
    extern __shared__ int more[];
    __shared__ int part[1000];
    part[threadIdx.x] = more[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = part[threadIdx.x ^ 1] + more[threadIdx.x ^ 2];
}

static Bytes bytes_free(void) {
    size_t available, total;
    cudaDeviceSynchronize();
    cudaMemGetInfo(&available, &total);
    return (Bytes)available;
}

static void *kept;

static void *take(Bytes bytes) {
    void *at = NULL;
    cudaMalloc(&at, (size_t)bytes);
    return at;
}

static void nothing(void) {}

static void gives_back(void) {
    void *a = take(64 * M), *b = take(32 * M);
    cudaFree(a);
    cudaFree(b);
}

static void leaves_one(void) {
    void *a = take(64 * M);
    kept = take(16 * M);
    void *b = take(32 * M);
    cudaFree(b);
    cudaFree(a);
}

static void frees_before(void) {
    cudaFree(kept);
    kept = take(8 * M);
}

// The memory is free again when the stream has come that far.
static void gives_back_later(void) {
    void *a = NULL;
    cudaMallocAsync(&a, (size_t)(64 * M), 0);
    cudaFreeAsync(a, 0);
}

static void ask_fits(const Bytes *bytes, int n, int want, int *facts) {
    Bytes before = bytes_free();
    kata_most_memory();
    double now = kata_most_memory(); // since the question before
    facts[FITS] &= fits(bytes, n) == want;
    facts[UNTOUCHED] &= cudaGetLastError() == cudaSuccess &&
                        bytes_free() == before && kata_most_memory() == now;
}

static void ask_shared(const void *kernel, Bytes fixed_bytes, Bytes dynamic,
                       int block, int *facts) {
    int blocks;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, block,
                                                  (size_t)dynamic);
    facts[SHARED] &= shared_of(kernel, dynamic) == fixed_bytes + dynamic;
    Bytes used = shared_in_use(kernel, block, dynamic), each = fixed_bytes + dynamic;
    int unasked;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&unasked, kernel, block, 0);
    facts[ASKED] &= unasked == blocks || used != unasked * each;
    facts[IN_USE] &= used == blocks * each;
}

static void ask_all(int scenario, int *facts) {
    Bytes room = bytes_free(), sizes[8];
    void (*work)(void) = nothing;
    Bytes left = 0;
    int n = 0, want = 1;
    for (int i = 0; i < FACTS; i++)
        facts[i] = 1;
    kept = NULL;
    switch (scenario) {
    case 1:
        for (n = 0; n < 4; n++)
            sizes[n] = 3 * M + n;
        break;
    case 2: // three halves of what is free
        for (n = 0; n < 3; n++)
            sizes[n] = room / 2;
        want = 0;
        break;
    case 3:
        sizes[n++] = 16 * room;
        want = 0;
        break;
    case 4: // before, there was enough
        kept = take(256 * M);
        sizes[n++] = room - 128 * M;
        want = 0;
        break;
    case 5: work = gives_back; break;
    case 6:
        work = leaves_one;
        left = 16 * M;
        break;
    case 7:
        kept = take(48 * M);
        work = frees_before;
        left = -40 * M;
        break;
    case 8: work = gives_back_later; break;
    }
    ask_fits(sizes, n, want, facts);
    // No sum of this size fits; one that wrapped around does. There are two, so that who
    // leaves out one of them is not taken for that.
    const Bytes vast[] = {16 * room, 16 * room};
    if (!facts[FITS]) facts[WIDE] = fits(vast, 2) == 0;
    Bytes found = left_by(work);
    facts[SIGN] &= left == 0 || found != -left;
    facts[LEFT] &= found == left;
    cudaFree(kept);
    ask_shared((const void *)plain, 0, 0, 128, facts);
    ask_shared((const void *)plain, 0, 20000, 64, facts);
    ask_shared((const void *)fixed, 10000, 0, 256, facts);
    ask_shared((const void *)both, 4000, 128 * scenario + 4096, 128, facts);
    // Here the declared bytes decide how many blocks fit, also if counted twice.
    ask_shared((const void *)both, 4000, 12000, 64, facts);
}

void footprint_cases(int scenario, int *facts);

// On a GPU other programs take and give memory meanwhile: what was asked at such a
// time is asked again.
void footprint_cases(int scenario, int *facts) {
    enum { TRIES = 5 };
    for (int t = 0, right = 0; t < TRIES && !right; t++) {
        ask_all(scenario, facts);
        right = 1;
        for (int i = 0; i < FACTS; i++)
            right &= facts[i];
    }
}
