// cuRAND's host API: the published algorithms computed here in another way, known
// answers, distributions, and what is refused.
#include "ok.h"

#include <algorithm>
#include <bitset>
#include <curand.h>

#define RAND(call)                                                             \
    do {                                                                       \
        curandStatus_t s_ = (call);                                            \
        if (s_ != CURAND_STATUS_SUCCESS && failures++ < 20)                    \
            printf("%s:%d: %s: %d\n", __FILE__, __LINE__, #call, (int)s_);     \
    } while (0)

struct Generator {
    curandGenerator_t g;
    explicit Generator(curandRngType_t type, bool host = false) {
        if (host)
            RAND(curandCreateGeneratorHost(&g, type));
        else
            RAND(curandCreateGenerator(&g, type));
    }
    ~Generator() { RAND(curandDestroyGenerator(g)); }
    operator curandGenerator_t() const { return g; }
};

static std::vector<unsigned> words(curandGenerator_t g, size_t n) {
    Dev<unsigned> d(n);
    RAND(curandGenerate(g, d, n));
    return d.get();
}

// ---- XORWOW: 4096 lanes, 2^67 words apart, by powers of a matrix of bits

typedef std::bitset<160> Bits;
struct Matrix {
    Bits column[160]; // of each bit of the state
};
struct Xorwow {
    uint32_t v[5], d;
    uint32_t next() {
        uint32_t t = v[0] ^ v[0] >> 2;
        for (int i = 0; i < 4; i++)
            v[i] = v[i + 1];
        v[4] = v[4] ^ v[4] << 4 ^ t ^ t << 1;
        d += 362437;
        return d + v[4];
    }
};
static Bits bits_of(const Xorwow &x) {
    Bits b;
    for (int i = 0; i < 160; i++)
        b[i] = x.v[i / 32] >> i % 32 & 1;
    return b;
}
static Bits times(const Matrix &m, const Bits &b) {
    Bits sum;
    for (int i = 0; i < 160; i++)
        if (b[i]) sum ^= m.column[i];
    return sum;
}

static void xorwow() {
    Matrix jump;
    for (int i = 0; i < 160; i++) {
        Xorwow x = {};
        x.v[i / 32] = 1u << i % 32;
        x.next();
        jump.column[i] = bits_of(x);
    }
    for (int power = 0; power < 67; power++) {
        Matrix square;
        for (int i = 0; i < 160; i++)
            square.column[i] = times(jump, jump.column[i]);
        jump = square;
    }
    // Seed 0, as the documentation's examples have it.
    uint32_t s0 = 0xaad26b49, s1 = 0xf7dcefdd;
    uint32_t t0 = 1099087573u * s0, t1 = 2591861531u * s1;
    Xorwow x = {{123456789u + t0, 362436069u ^ t0, 521288629u + t1,
                 88675123u ^ t1, 5783321u + t0},
                6615241u + t1 + t0};
    Generator g(CURAND_RNG_PSEUDO_DEFAULT);
    auto got = words(g, 3 * 4096);
    CHECK(got[0] == 3179217846u); // of an NVIDIA library
    for (int lane = 0; lane < 5; lane++) {
        Xorwow l = x;
        for (int row = 0; row < 3; row++)
            CHECK(got[row * 4096 + lane] == l.next());
        Bits b = times(jump, bits_of(x));
        for (int i = 0; i < 5; i++)
            x.v[i] = (uint32_t)(b >> 32 * i & Bits(0xffffffffu)).to_ulong();
    }
}

// ---- known answers

static void known_answers() {
    Generator philox(CURAND_RNG_PSEUDO_PHILOX4_32_10);
    auto p = words(philox, 4); // Random123's kat_vectors, all zero
    CHECK(p[0] == 0x6627e8d5 && p[1] == 0xe169c58d && p[2] == 0xbc57ac4c &&
          p[3] == 0x9b00dbd8);
    Generator mrg(CURAND_RNG_PSEUDO_MRG32K3A); // L'Ecuyer's first two
    Dev<double> u(2);
    RAND(curandGenerateUniformDouble(mrg, u, 2));
    CHECK(fabs(u.get()[0] - 0.1270111) < 1e-7);
    Generator mt(CURAND_RNG_PSEUDO_MT19937);
    RAND(curandSetPseudoRandomGeneratorSeed(mt, 5489));
    CHECK(words(mt, 1)[0] == 3499211612u);
}

// ---- pieces of a sequence are that sequence

static void pieces() {
    for (int type : {100, 121, 141, 142, 161, 200, 202}) {
        Generator whole((curandRngType_t)type), parts((curandRngType_t)type),
            later((curandRngType_t)type), host((curandRngType_t)type, true);
        auto all = words(whole, 9001), some = words(parts, 17),
             rest = words(parts, 8984);
        some.insert(some.end(), rest.begin(), rest.end());
        CHECK(all == some);
        std::vector<unsigned> h(9001);
        RAND(curandGenerate(host, h.data(), h.size()));
        CHECK(all == h);
        if (type == 141 || type == 142) continue;
        RAND(curandSetGeneratorOffset(later, 4999));
        auto tail = words(later, 4002);
        CHECK(std::equal(tail.begin(), tail.end(), all.begin() + 4999));
    }
    Generator a(CURAND_RNG_PSEUDO_DEFAULT), b(CURAND_RNG_PSEUDO_DEFAULT);
    RAND(curandSetPseudoRandomGeneratorSeed(b, 1));
    CHECK(words(a, 8) != words(b, 8));
}

// ---- distributions

// The largest distance of the sample from the distribution function.
template <class F> static double distance(std::vector<double> x, F below) {
    std::sort(x.begin(), x.end());
    double most = 0, n = x.size();
    for (size_t i = 0; i < x.size(); i++) {
        double p = below(x[i]);
        most = fmax(most, fmax(fabs(p - i / n), fabs(p - (i + 1) / n)));
    }
    return most;
}
static double normal_below(double x) { return erfc(-x / sqrt(2)) / 2; }

static void distributions() {
    const size_t n = 20000;
    const double bar = 2 / sqrt((double)n); // 1.63 at 1 %
    for (int type : {101, 121, 141, 142, 161, 201, 202, 203, 204}) {
        Generator g((curandRngType_t)type);
        Dev<float> f(n);
        Dev<double> d(n);
        std::vector<double> x;
        RAND(curandGenerateUniform(g, f, n));
        for (float v : f.get())
            x.push_back(v);
        CHECK(distance(x, [](double v) { return v; }) < bar);
        CHECK(*std::min_element(x.begin(), x.end()) > 0);
        RAND(curandGenerateUniformDouble(g, d, n));
        CHECK(distance(d.get(), [](double v) { return v; }) < bar);
        RAND(curandGenerateNormal(g, f, n, 3, 0.5));
        x.clear();
        for (float v : f.get())
            x.push_back((v - 3) / 0.5);
        CHECK(distance(x, normal_below) < bar);
        RAND(curandGenerateNormalDouble(g, d, n, 0, 1));
        CHECK(distance(d.get(), normal_below) < bar);
        RAND(curandGenerateLogNormalDouble(g, d, n, 0, 1));
        CHECK(distance(d.get(), [](double v) {
                  return normal_below(log(v));
              }) < bar);
        for (double lambda : {0.3, 6.0, 2500.0}) {
            Dev<unsigned> p(n);
            RAND(curandGeneratePoisson(g, p, n, lambda));
            double sum = 0, squares = 0;
            for (unsigned k : p.get()) {
                sum += k;
                squares += (k - lambda) * (k - lambda);
            }
            CHECK(fabs(sum / n - lambda) < 4 * sqrt(lambda / n));
            CHECK(fabs(squares / n / lambda - 1) < 0.1);
        }
    }
}

// Of the first 2^k points of a dimension, one is in every interval of 2^-k; in
// dimensions one after the other.
static void sobol() {
    const int dims = 60, points = 256;
    Generator g(CURAND_RNG_QUASI_SOBOL32);
    RAND(curandSetQuasiRandomGeneratorDimensions(g, dims));
    auto x = words(g, dims * points);
    CHECK(x[1] == 0x80000000 && x[2] == 0xc0000000 && x[3] == 0x40000000);
    for (int d = 0; d < dims; d++) {
        std::vector<int> seen(points);
        for (int i = 0; i < points; i++)
            seen[x[d * points + i] >> 24]++;
        CHECK(std::count(seen.begin(), seen.end(), 1) == points);
    }
    curandDirectionVectors32_t *v;
    RAND(curandGetDirectionVectors32(&v, CURAND_DIRECTION_VECTORS_32_JOEKUO6));
    CHECK(v[1][0] == x[points + 1]);
    Dev<unsigned> d(dims);
    CHECK(curandGenerate(g, d, dims - 1) == CURAND_STATUS_LENGTH_NOT_MULTIPLE);
}

static void refusals() {
    curandGenerator_t none;
    CHECK(curandCreateGenerator(&none, (curandRngType_t)7) ==
          CURAND_STATUS_TYPE_ERROR);
    Generator g(CURAND_RNG_PSEUDO_DEFAULT), q(CURAND_RNG_QUASI_SOBOL64);
    Dev<float> f(8);
    CHECK(curandGenerateNormal(g, f, 7, 0, 1) ==
          CURAND_STATUS_LENGTH_NOT_MULTIPLE);
    CHECK(curandSetQuasiRandomGeneratorDimensions(g, 2) ==
          CURAND_STATUS_TYPE_ERROR);
    CHECK(curandSetPseudoRandomGeneratorSeed(q, 2) ==
          CURAND_STATUS_TYPE_ERROR);
    CHECK(curandGenerate(q, (unsigned *)f.p, 2) == CURAND_STATUS_TYPE_ERROR);
}

int main() {
    xorwow();
    known_answers();
    pieces();
    distributions();
    sobol();
    refusals();
    return finish();
}
