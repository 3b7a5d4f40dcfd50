// rejected by: case three thousand gaps (best fit of the first gaps only)
#include <iterator>
#include <map>

static std::map<long long, long long> gaps, taken; // where they begin, and their bytes

void pool_open(long long size) {
    taken.clear();
    gaps = {{0, size}};
}

long long pool_take(long long bytes) {
    long long need = (bytes + 255) / 256 * 256;
    auto best = gaps.end();
    int left = 500;
    for (auto g = gaps.begin(); g != gaps.end() && left > 0; ++g)
        if (g->second >= need && left-- && (best == gaps.end() || g->second < best->second))
            best = g;
    if (best == gaps.end()) return -1;
    auto [at, size] = *best;
    gaps.erase(best);
    if (size > need) gaps[at + need] = size - need;
    taken[at] = need;
    return at;
}

void pool_give(long long at) {
    auto g = gaps.emplace(at, taken[at]).first, next = std::next(g);
    taken.erase(at);
    if (next != gaps.end() && next->first == at + g->second) {
        g->second += next->second;
        gaps.erase(next);
    }
    if (g == gaps.begin()) return;
    auto before = std::prev(g);
    if (before->first + before->second != at) return;
    before->second += g->second;
    gaps.erase(g);
}
