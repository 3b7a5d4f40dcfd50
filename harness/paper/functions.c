// The functions that questions may call (plan/functions.def).
//
// The cost of a warp's request is counted as the simulated device counts it,
// and occupancy is asked of its model, so that a worksheet can never disagree
// with a check.
#include "paper/functions.h"

#include "sim/occupancy.h"

#include <math.h>

// Distinct pieces of `piece` bytes that 32 lanes touch.
static int64_t distinct_pieces(int64_t stride, int64_t offset, int64_t width,
                               int64_t piece) {
    int64_t seen[2 * WARP_SIZE], n = 0;
    for (int64_t lane = 0; lane < WARP_SIZE; lane++) {
        int64_t from = (offset + lane * stride) / piece;
        int64_t to = (offset + lane * stride + width - 1) / piece;
        for (int64_t at = from; at <= to && n < 2 * WARP_SIZE; at++) {
            int64_t i = 0;
            while (i < n && seen[i] != at)
                i++;
            if (i == n) seen[n++] = at;
        }
    }
    return n;
}

static int64_t gcd(int64_t a, int64_t b) {
    while (b) {
        int64_t r = a % b;
        a = b;
        b = r;
    }
    return a < 0 ? -a : a;
}

// Lanes that read the same word share it; the others of a bank wait in turn.
static int64_t ways(int64_t stride) {
    enum { BANKS = 32 };
    return stride == 0 ? 1 : gcd(stride, BANKS);
}

static bool blocks_sm(const Num *a, Num *out) {
    const SimGpu *gpu = NULL;
    for (int i = 0; !gpu && sim_gpu_at(i); i++)
        if (sim_gpu_at(i)->cc == a[0].i) gpu = sim_gpu_at(i);
    if (!gpu || a[2].i < 0) return false;
    Occupancy o =
        occupancy_of(gpu, (int)a[1].i, (uint32_t)a[2].i, (uint32_t)a[3].i);
    *out = num_int(o.blocks_per_sm);
    return true;
}

static double ulp(double x, double bits) {
    int exponent;
    frexp(x, &exponent); // |x| in [2^(exponent-1), 2^exponent)
    return ldexp(1, exponent - (int)bits);
}

static double rounded_value(double x, double bits) {
    if (x == 0) return 0;
    double step = ulp(x, bits);
    return nearbyint(x / step) * step;
}

// Halves and integers of a double that is one stay integers.
static bool take_real(double d, Num *out) {
    *out = num_real(d);
    return isfinite(d);
}

static bool take_whole(double d, Num *out) {
    if (!(fabs(d) < 0x1p62)) return false;
    *out = num_int((int64_t)d);
    return true;
}

static bool all_ints(const Num *a, int n) {
    for (int i = 0; i < n; i++)
        if (!a[i].is_int) return false;
    return true;
}

static bool access_of(Function f, const Num *a, Num *out) {
    int64_t piece = f == FUNCTION_SECTORS ? 32 : 128;
    // A lane touches two pieces at the most, or the table above overflows.
    if (!all_ints(a, 3) || a[0].i < 0 || a[1].i < 0 || a[2].i < 1 ||
        a[2].i > 32)
        return false;
    *out = num_int(distinct_pieces(a[0].i, a[1].i, a[2].i, piece));
    return true;
}

bool function_call(Function f, const Num *a, Num *out) {
    switch (f) {
    case FUNCTION_IF: *out = a[0].d != 0 ? a[1] : a[2]; return true;
    case FUNCTION_LESS: *out = num_int(a[0].d < a[1].d); return true;
    case FUNCTION_EQUAL: *out = num_int(a[0].d == a[1].d); return true;
    case FUNCTION_REAL: return take_real(a[0].d, out);
    case FUNCTION_FLOOR: return take_whole(floor(a[0].d), out);
    case FUNCTION_ROUND: return take_whole(round(a[0].d), out);
    case FUNCTION_SQRT: return take_real(sqrt(a[0].d), out);
    case FUNCTION_EXP: return take_real(exp(a[0].d), out);
    case FUNCTION_LOG: return a[0].d > 0 && take_real(log(a[0].d), out);
    case FUNCTION_GCD:
        *out = num_int(gcd(a[0].i, a[1].i));
        return all_ints(a, 2);
    case FUNCTION_SECTORS:
    case FUNCTION_LINES: return access_of(f, a, out);
    case FUNCTION_WAYS: *out = num_int(ways(a[0].i)); return all_ints(a, 1);
    case FUNCTION_BLOCKS_SM: return all_ints(a, 4) && blocks_sm(a, out);
    case FUNCTION_ULP:
        return a[0].d != 0 && take_real(ulp(a[0].d, a[1].d), out);
    case FUNCTION_ROUNDED: return take_real(rounded_value(a[0].d, a[1].d), out);
    case FUNCTION_COUNT: break;
    }
    unreachable();
}
