// rejected by: case (a place is given on as a whole, and never cut up for two tensors)
// Gives each tensor of a network a place in one block of memory: places are
// given on when their tensor has ended.
#include <algorithm>
#include <vector>

using Bytes = long long;

Bytes plan(const Bytes *bytes, const int *from, const int *until, int n,
           Bytes *offset) {
    struct Place {
        Bytes begin, size;
        int until;
    };
    std::vector<Place> places;
    std::vector<int> order(n);
    for (int i = 0; i < n; i++)
        order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return from[a] < from[b]; });
    Bytes end = 0;
    for (int t : order) {
        Bytes need = (bytes[t] + 255) / 256 * 256;
        Place *best = nullptr;
        for (Place &p : places)
            if (p.until < from[t] && p.size >= need &&
                (!best || p.size < best->size))
                best = &p;
        if (!best) {
            places.push_back({end, need, 0});
            best = &places.back();
            end += need;
        }
        best->until = until[t];
        offset[t] = best->begin;
    }
    return end;
}
