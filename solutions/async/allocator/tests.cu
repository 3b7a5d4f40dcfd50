// Requests of one stream and of two. Whether a stream is still busy is asked after the
// request, so that a fact is judged only where it is certain.
#include "kata_tests.h"

#include <unistd.h>

void cache_open(size_t limit);
void *cache_take(size_t bytes, cudaStream_t stream);
void cache_give(void *piece, cudaStream_t stream);
void cache_close();

enum { STEADY, APART, ORDERED, REUSED, FITS, WASTE, LIMIT, REFUSED, CLEAN, NO_WAIT, CLOSED, FACTS };

static const size_t M = 1 << 20;

// Some milliseconds of one warp: a chain of dependent operations.
__global__ void busy(float *p, int n) {
    float x = threadIdx.x;
    for (int i = 0; i < n; i++)
        x = fmaf(x, 0.5f, 1);
    if (n > 0) p[threadIdx.x] = x;
}

static int *fact;
static cudaStream_t one, two;

static size_t bytes_free(void) {
    size_t available, total;
    cudaDeviceSynchronize();
    cudaMemGetInfo(&available, &total);
    return available;
}

// On a GPU other programs take and give memory meanwhile: then the calls count.
static int is_all_back(size_t before) {
    return bytes_free() == before || kata_calls("cudaMalloc") == kata_calls("cudaFree");
}

// Bytes that are held since then: the least of some looks, as other programs on a GPU take memory, too.
static size_t held_since(size_t before, size_t most) {
    enum { LOOKS = 10, WAIT_US = 30000 };
    size_t least = before;
    for (int i = 0; i < LOOKS && least > most; i++) {
        size_t now = bytes_free();
        least = min(least, now < before ? before - now : 0);
        if (least > most) usleep(WAIT_US);
    }
    return least;
}

static int waits(void) {
    return kata_calls("cudaDeviceSynchronize") + kata_calls("cudaStreamSynchronize") +
           kata_calls("cudaEventSynchronize") + kata_calls("cudaThreadSynchronize") +
           kata_calls("cudaMemcpy") + kata_calls("cuCtxSynchronize") +
           kata_calls("cuStreamSynchronize") + kata_calls("cuEventSynchronize");
}

// Events that are there, of the tests and of the cache.
static int events(void) {
    return kata_calls("cudaEventCreate") + kata_calls("cudaEventCreateWithFlags") -
           kata_calls("cudaEventDestroy");
}

static void *take(size_t bytes, cudaStream_t s) {
    int before = waits();
    cudaGetLastError();
    void *p = cache_take(bytes, s);
    fact[CLEAN] &= cudaGetLastError() == cudaSuccess;
    fact[NO_WAIT] &= waits() == before;
    return p;
}

static void give(void *p, cudaStream_t s) {
    int before = waits();
    cache_give(p, s);
    fact[NO_WAIT] &= waits() == before;
}

static void work_on(void *p, cudaStream_t s) {
    if (p) busy<<<1, 32, 0, s>>>((float *)p, 400000);
}

static bool is_busy(cudaStream_t s) {
    bool yes = cudaStreamQuery(s) == cudaErrorNotReady;
    cudaGetLastError(); // "not ready" is no error here
    return yes;
}

// A stream that has got long work and is done after a call: the host has waited there, in a loop
// of questions perhaps. On a GPU another program may have held the host up.
static void must_be_busy(cudaStream_t s) {
    fact[NO_WAIT] &= !kata_counts() || is_busy(s);
}

static bool overlap(const void *p, size_t n, const void *q, size_t m) {
    const char *a = (const char *)p, *b = (const char *)q;
    return a && b && a < b + m && b < a + n;
}

// A step of a network: four arrays, at most three of them at a time.
static void training_step(void) {
    static const size_t size[] = {6, 10, 6, 3};
    void *p[4];
    for (int i = 0; i < 4; i++) {
        if (i >= 3) give(p[i - 3], one);
        p[i] = take(size[i] * M, one);
        fact[REFUSED] &= p[i] != NULL;
        if (p[i]) cudaMemsetAsync(p[i], 0, size[i] * M, one);
        for (int j = i > 2 ? i - 2 : 0; j < i; j++)
            fact[APART] &= !overlap(p[i], size[i] * M, p[j], size[j] * M);
    }
    for (int i = 1; i < 4; i++)
        give(p[i], one);
}

static void training_loop(void) {
    int calls = 0;
    for (int step = 0; step < 6; step++) {
        if (step == 2) calls = kata_calls("cudaMalloc") + kata_calls("cudaMallocAsync");
        training_step();
    }
    fact[STEADY] &= kata_calls("cudaMalloc") + kata_calls("cudaMallocAsync") == calls;
}

static void odd_sizes(void) {
    static const size_t size[] = {17, 9, 33, 21, 5};
    size_t before = bytes_free(), sum = 0;
    void *p[5];
    for (int i = 0; i < 5; i++) {
        p[i] = take(size[i] * M + 1, one);
        sum += size[i] * M + 1;
    }
    // A GPU counts in steps of 2 MiB.
    size_t most = sum + sum / 4 + 10 * M;
    fact[WASTE] &= held_since(before, most) <= most;
    for (int i = 0; i < 5; i++)
        give(p[i], one);
}

static void small_and_large(void) {
    void *large = take(40 * M, one);
    give(large, one);
    void *small = take(10 * M, one), *again = take(40 * M, one);
    fact[WASTE] &= !overlap(small, 10 * M, large, 40 * M) && again == large;
    give(small, one);
    give(again, one);
    void *close = take(33 * M, one); // 40 is less than 1.25 times that
    fact[FITS] &= close == large;
    give(close, one);
}

static void two_streams(void) {
    void *p = take(8 * M, one);
    work_on(p, one);
    give(p, one);
    void *q = take(8 * M, two);
    if (is_busy(one)) fact[ORDERED] &= !overlap(p, 8 * M, q, 8 * M);
    void *r = take(8 * M, one);
    must_be_busy(one);
    fact[REUSED] &= r == p || q == p;
    give(q, two);
    give(r, one);
    cudaStreamSynchronize(one);
    cudaStreamSynchronize(two);
    q = take(8 * M, two);
    r = take(8 * M, two);
    fact[REUSED] &= (q == p) + (r == p) == 1;
    fact[APART] &= !overlap(q, 8 * M, r, 8 * M);
    give(q, two);
    give(r, two);
}

// Calls after `give` do not matter.
static void newer_work(void) {
    void *p = take(8 * M, one);
    work_on(p, one);
    give(p, one);
    cudaStreamSynchronize(one);
    void *other = take(2 * M, one);
    work_on(other, one);
    void *q = take(8 * M, two);
    fact[REUSED] &= q == p;
    give(q, two);
    give(other, one);
}

// Taken for one, used last in two: there it must have ended.
static void other_stream(void) {
    cudaEvent_t ready;
    cudaEventCreate(&ready);
    void *p = take(4 * M, one);
    if (p) cudaMemsetAsync(p, 0, 4 * M, one);
    cudaEventRecord(ready, one);
    cudaStreamWaitEvent(two, ready, 0);
    work_on(p, two);
    give(p, two);
    void *q = take(4 * M, one);
    if (is_busy(two)) fact[ORDERED] &= !overlap(p, 4 * M, q, 4 * M);
    void *r = take(4 * M, two);
    must_be_busy(two);
    fact[REUSED] &= r == p || q == p;
    give(q, one);
    give(r, two);
    cudaEventDestroy(ready);
}

// Each has its own piece, so nothing is allocated in the second round.
static void in_turn(void) {
    int calls = 0;
    for (int round = 0; round < 4; round++) {
        if (round == 1) calls = kata_calls("cudaMalloc");
        for (int k = 0; k < 2; k++) {
            cudaStream_t s = k ? two : one;
            void *p = take(5 * M, s);
            work_on(p, s);
            give(p, s);
        }
    }
    fact[STEADY] &= kata_calls("cudaMalloc") == calls;
}

// The limit is 64 MiB: the pieces of smaller requests have to go.
static void growing(void) {
    size_t before = bytes_free();
    fact[LIMIT] &= !take(65 * M, one);
    for (int n = 4; n <= 40; n += 6) {
        void *p = take(n * M, one);
        fact[REFUSED] &= p != NULL;
        fact[LIMIT] &= held_since(before, 66 * M) <= 66 * M;
        if (p) give(p, one);
    }
    void *p = take(40 * M, one), *q = take(30 * M, one);
    bool within = held_since(before, 66 * M) <= 66 * M;
    fact[LIMIT] &= within;
    fact[APART] &= !p || !q || !within; // both, in 64 MiB: p is there no more
    void *r = q ? NULL : take(24 * M, one); // all of the limit
    fact[REFUSED] &= p && (q || r);
    fact[LIMIT] &= held_since(before, 66 * M) <= 66 * M;
    if (q) give(q, one);
    if (p) give(p, one);
    if (r) give(r, one);
    cudaGetLastError();
}

// All of them in use at the same time, twice.
static void many_pieces(void) {
    enum { MANY = 3000, BYTES = 600 };
    static void *p[MANY];
    int calls = 0;
    for (int round = 0; round < 2; round++) {
        if (round == 1) calls = kata_calls("cudaMalloc");
        for (int i = 0; i < MANY; i++) {
            p[i] = take(BYTES, one);
            fact[REFUSED] &= p[i] != NULL;
            for (int j = 0; j < i; j++)
                fact[APART] &= !overlap(p[i], BYTES, p[j], BYTES);
        }
        for (int i = 0; i < MANY; i++)
            if (p[i]) give(p[i], one);
    }
    fact[STEADY] &= kata_calls("cudaMalloc") == calls;
}

// A piece of n bytes has at most n + n / 4, so it is none for one byte more.
static void small_requests(void) {
    for (size_t n = 1; n <= M; n *= 10) {
        size_t next = n + n / 4 + 1;
        void *p = take(n, one);
        if (p) give(p, one);
        void *q = take(next, one);
        fact[WASTE] &= q != p;
        if (q) cudaMemsetAsync(q, 0, next, one);
        if (q) give(q, one);
        void *r = take(n, one);
        fact[WASTE] &= r != q;
        fact[REUSED] &= r == p;
        if (r) give(r, one);
    }
}

// Each has a piece at the same time as the others. When all work has ended, there are enough.
static void many_streams(void) {
    enum { MANY = 150, ROUNDS = 3 };
    static const size_t bytes = 64 << 10;
    static cudaStream_t s[MANY];
    static void *p[MANY];
    int calls = 0;
    for (int i = 0; i < MANY; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    for (int round = 0; round < ROUNDS; round++) {
        if (round == 1) calls = kata_calls("cudaMalloc");
        for (int i = 0; i < MANY; i++) {
            p[i] = take(bytes, s[i]);
            fact[REFUSED] &= p[i] != NULL;
            if (p[i]) cudaMemsetAsync(p[i], i, bytes, s[i]);
            for (int j = 0; j < i; j++)
                fact[APART] &= !overlap(p[i], bytes, p[j], bytes);
        }
        for (int i = 0; i < MANY; i++)
            if (p[i]) give(p[i], s[i]);
        for (int i = 0; i < MANY; i++)
            cudaStreamSynchronize(s[i]);
    }
    fact[STEADY] &= kata_calls("cudaMalloc") == calls;
    for (int i = 0; i < MANY; i++)
        cudaStreamDestroy(s[i]);
}

// More than 32 bits can count, and more than any device has.
static void large_requests(void) {
    static const size_t G = 1 << 30;
    size_t large = 4 * G + 8 * M;
    void *small = take(8 * M, one);
    if (small) give(small, one);
    if (bytes_free() > 6 * G) { // not every GPU has so much
        void *p = take(large, one);
        fact[REFUSED] &= p != NULL;
        fact[WASTE] &= p != small;
        if (p) cudaMemsetAsync((char *)p + large - 64, 0, 64, one);
        if (p) give(p, one);
        void *q = take(8 * M, one);
        fact[REUSED] &= q == small;
        if (q) give(q, one);
    }
    take(1024 * 1024 * G, one); // cudaMalloc fails here, and take looks for its error
    small = take(M, one);
    fact[REFUSED] &= small != NULL;
    if (small) give(small, one);
}

// What cache_open gets: most scenarios stay below it.
static size_t limit_of(int scenario) {
    if (scenario == 7) return 64 * M;
    return scenario == 13 ? ~(size_t)0 / 2 : 512 * M;
}

static void ask_all(int scenario) {
    for (int i = 0; i < FACTS; i++)
        fact[i] = 1;
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
    busy<<<1, 32, 0, one>>>(NULL, 0); // loads the code, which takes memory
    size_t before = bytes_free();
    int events_before = events();
    cache_open(limit_of(scenario));
    switch (scenario) {
    case 1: training_loop(); break;
    case 2: odd_sizes(); break;
    case 3: small_and_large(); break;
    case 4: two_streams(); break;
    case 5: other_stream(); break;
    case 6: in_turn(); break;
    case 7: growing(); break;
    case 9: newer_work(); break;
    case 10: many_pieces(); break;
    case 11: small_requests(); break;
    case 12: many_streams(); break;
    case 13: large_requests(); break;
    case 8:
        training_step();
        cudaDeviceSynchronize();
        cache_close();
        fact[CLOSED] &= is_all_back(before);
        cache_open(32 * M); // counts from nothing again
        training_step();
        break;
    }
    cudaDeviceSynchronize();
    cache_close();
    fact[CLOSED] &= is_all_back(before) && events() == events_before;
    cudaStreamDestroy(one);
    cudaStreamDestroy(two);
}

void cache_cases(int scenario, int *facts);

// On a GPU other programs take and give memory meanwhile: what was asked at such a
// time is asked again.
void cache_cases(int scenario, int *facts) {
    enum { TRIES = 3 };
    fact = facts;
    for (int t = 0, right = 0; t < TRIES && !right; t++) {
        ask_all(scenario);
        right = 1;
        for (int i = 0; i < FACTS; i++)
            right &= facts[i];
    }
}
