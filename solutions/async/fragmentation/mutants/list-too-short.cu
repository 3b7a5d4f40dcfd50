// rejected by: case four thousand pieces at once (refuses when its list has 1024 pieces)
// A pool of memory: best fit, with splitting and merging. It only counts: the
// memory is somebody else's.
#include <vector>

using Bytes = long long;

struct Piece {
    Bytes at, size;
    bool taken;
};

static std::vector<Piece> pieces; // in order, without gaps

void pool_open(Bytes size) {
    pieces = {{0, size, false}};
}

Bytes pool_take(Bytes bytes) {
    Bytes need = (bytes + 255) / 256 * 256;
    size_t best = pieces.size();
    for (size_t i = 0; i < pieces.size(); i++) {
        const Piece &p = pieces[i];
        if (p.taken || p.size < need) continue;
        if (best == pieces.size() || p.size < pieces[best].size) best = i;
    }
    if (best == pieces.size() || pieces.size() >= 1024) return -1;

    Bytes at = pieces[best].at, rest = pieces[best].size - need;
    pieces[best] = {at, need, true};
    if (rest > 0)
        pieces.insert(pieces.begin() + best + 1, {at + need, rest, false});
    return at;
}

// Joins piece i with the one after it if both are free.
static void join(size_t i) {
    if (i + 1 >= pieces.size() || pieces[i].taken || pieces[i + 1].taken) return;
    pieces[i].size += pieces[i + 1].size;
    pieces.erase(pieces.begin() + i + 1);
}

void pool_give(Bytes at) {
    size_t i = 0;
    while (pieces[i].at != at)
        i++;
    pieces[i].taken = false;
    join(i);
    if (i > 0) join(i - 1);
}
