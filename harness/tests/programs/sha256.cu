// SHA-256 of many messages, one a thread, and a search for a nonce: digests that
// everyone can look up.
#include "../sim/ok.h"

#include <string>

__constant__ uint32_t K[64];

__device__ __forceinline__ uint32_t rotr(uint32_t x, int n) {
    return __funnelshift_r(x, x, n);
}

__device__ void compress(uint32_t h[8], const uint32_t in[16]) {
    uint32_t w[16], a = h[0], b = h[1], c = h[2], d = h[3], e = h[4], f = h[5],
                    g = h[6], k = h[7];
    for (int i = 0; i < 16; i++)
        w[i] = in[i];
#pragma unroll 16
    for (int i = 0; i < 64; i++) {
        if (i >= 16) {
            uint32_t x = w[(i + 1) & 15], y = w[(i + 14) & 15];
            uint32_t s0 = rotr(x, 7) ^ rotr(x, 18) ^ (x >> 3);
            uint32_t s1 = rotr(y, 17) ^ rotr(y, 19) ^ (y >> 10);
            w[i & 15] += s0 + w[(i + 9) & 15] + s1;
        }
        uint32_t s1 = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25);
        uint32_t t1 = k + s1 + ((e & f) ^ (~e & g)) + K[i] + w[i & 15];
        uint32_t s0 = rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22);
        uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
        k = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
    }
    h[0] += a, h[1] += b, h[2] += c, h[3] += d;
    h[4] += e, h[5] += f, h[6] += g, h[7] += k;
}

__device__ void start(uint32_t h[8]) {
    const uint32_t first[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                               0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    for (int i = 0; i < 8; i++)
        h[i] = first[i];
}

__device__ void digest(const uint8_t *p, uint32_t n, uint32_t h[8]) {
    start(h);
    for (uint32_t at = 0; at < n + 9; at += 64) {
        uint32_t w[16];
        for (int i = 0; i < 16; i++) {
            w[i] = 0;
            for (int b = 0; b < 4; b++) {
                uint32_t j = at + 4 * i + b;
                w[i] = w[i] << 8 | (j < n ? p[j] : j == n ? 0x80 : 0);
            }
        }
        if (at + 64 >= n + 9) w[15] = n * 8;
        compress(h, w);
    }
}

__global__ void hash_all(const uint8_t *text, const int *starts, int n,
                         uint32_t *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint32_t h[8];
    digest(text + starts[i], starts[i + 1] - starts[i], h);
    for (int j = 0; j < 8; j++)
        out[i * 8 + j] = h[j];
}

// The smallest nonce whose digest begins with `bits` zeros.
__global__ void mine(uint32_t seed, int bits, uint32_t *best) {
    uint32_t nonce = blockIdx.x * blockDim.x + threadIdx.x, h[8];
    uint32_t w[16] = {seed, nonce, 0x80000000};
    w[15] = 64;
    start(h);
    compress(h, w);
    if (h[0] >> (32 - bits) == 0) atomicMin(best, nonce);
}

static uint32_t root_bits(int prime, double power) {
    double r = pow(prime, power);
    return (uint32_t)((r - floor(r)) * 4294967296.0);
}

static std::string hex(const uint32_t *h) {
    char s[65];
    for (int i = 0; i < 8; i++)
        snprintf(s + 8 * i, 9, "%08x", h[i]);
    return s;
}

int main() {
    // The constants are cube roots of the first primes.
    uint32_t k[64];
    for (int i = 0, p = 2; i < 64; p++) {
        bool prime = true;
        for (int d = 2; d * d <= p; d++)
            prime &= p % d != 0;
        if (prime) k[i++] = root_bits(p, 1.0 / 3);
    }
    OK(cudaMemcpyToSymbol(K, k, sizeof k));

    std::vector<std::string> texts = {
        "", "abc", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "The quick brown fox jumps over the lazy dog"};
    std::vector<std::string> want = {
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        "d7a8fbb307d7809469ca9abcb0082e4f8d5651e46d3cdb762d02d0bf37c9e592"};
    texts.push_back(std::string(1000, 'a'));
    want.push_back(
        "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3");
    while (texts.size() < 200)
        texts.push_back(texts[texts.size() % 5]);
    std::vector<uint8_t> all;
    std::vector<int> starts = {0};
    for (auto &t : texts) {
        all.insert(all.end(), t.begin(), t.end());
        starts.push_back((int)all.size());
    }
    Dev<uint8_t> text(all);
    Dev<int> at(starts);
    int n = (int)texts.size();
    Dev<uint32_t> out(n * 8), best(1);
    hash_all<<<(n + 63) / 64, 64>>>(text, at, n, out);
    auto h = out.get();
    for (int i = 0; i < n; i++)
        CHECK(hex(&h[i * 8]) == want[i % 5]);

    OK(cudaMemset(best, 0xff, 4));
    mine<<<64, 256>>>(0x6b617461, 10, best); // "kata"
    uint32_t found = best.get()[0];
    CHECK(found < 64 * 256);
    mine<<<(found + 255) / 256 ? (found + 255) / 256 : 1, 256>>>(0x6b617461, 10,
                                                                 best);
    CHECK(best.get()[0] == found);
    return finish();
}
