// rejected by: case several GiB (offsets go through an int)
// Places the tensors of a network in one block of memory: the largest first,
// into the smallest gap that holds it.
#include <algorithm>
#include <vector>

using Bytes = long long;

constexpr Bytes ALIGN = 256;

static Bytes rounded(Bytes n) {
    return (n + ALIGN - 1) / ALIGN * ALIGN;
}

Bytes plan(const Bytes *bytes, const int *from, const int *until, int n,
           Bytes *offset) {
    std::vector<int> order(n), placed; // placed: by offset
    for (int i = 0; i < n; i++)
        order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return bytes[a] > bytes[b]; });
    Bytes peak = 0;
    for (int t : order) {
        int end = 0;
        Bytes best = -1, best_gap = 0, need = rounded(bytes[t]);
        for (int p : placed) {
            if (from[p] > until[t] || until[p] < from[t]) continue; // never meet
            Bytes gap = offset[p] - end;
            if (gap >= need && (best < 0 || gap < best_gap))
                best = end, best_gap = gap;
            end = std::max(end, (int)(offset[p] + rounded(bytes[p])));
        }
        offset[t] = best < 0 ? end : best; // above all of them, if no gap fits
        peak = std::max(peak, offset[t] + need);
        placed.insert(std::upper_bound(placed.begin(), placed.end(), t,
                                       [&](int a, int b) {
                                           return offset[a] < offset[b];
                                       }),
                      t);
    }
    return peak;
}
