// rejected by: case 3000 pieces at once (the table of pieces has 512 rows)
#include <vector>

struct Piece {
    void *at;
    size_t bytes;
    bool in_use;
    cudaStream_t stream; // that used it last
    cudaEvent_t used;    // recorded there when it was given back
};

static std::vector<Piece> pieces;
static size_t held, most;

void cache_open(size_t limit) {
    held = 0;
    most = limit;
}

static bool may_have(const Piece &p, cudaStream_t stream) {
    if (p.in_use) return false;
    return p.stream == stream || cudaEventQuery(p.used) == cudaSuccess;
}

static bool fits(const Piece &p, size_t bytes) {
    return p.bytes >= bytes && p.bytes <= bytes + bytes / 4;
}

// Gives unused pieces back to the device until there is room for so many bytes.
static bool make_room(size_t bytes) {
    if (bytes > most) return false;
    for (size_t i = pieces.size(); i-- > 0 && held > most - bytes;) {
        if (pieces[i].in_use) continue;
        held -= pieces[i].bytes;
        cudaFree(pieces[i].at);
        cudaEventDestroy(pieces[i].used);
        pieces.erase(pieces.begin() + i);
    }
    return held <= most - bytes;
}

void *cache_take(size_t bytes, cudaStream_t stream) {
    Piece *best = nullptr;
    for (Piece &p : pieces)
        if (fits(p, bytes) && (!best || p.bytes < best->bytes) && may_have(p, stream))
            best = &p;
    cudaGetLastError(); // "not ready" is no error; before CUDA 13 it stayed
    if (best) {
        best->in_use = true;
        return best->at;
    }

    Piece p = {nullptr, bytes, true, stream, nullptr};
    if (!make_room(bytes) || pieces.size() == 512) return nullptr;
    if (cudaMalloc(&p.at, bytes) != cudaSuccess) { // the device has less than the limit
        cudaGetLastError();
        return nullptr;
    }
    cudaEventCreateWithFlags(&p.used, cudaEventDisableTiming);
    held += bytes;
    pieces.push_back(p);
    return p.at;
}

void cache_give(void *piece, cudaStream_t stream) {
    for (Piece &p : pieces)
        if (p.at == piece) {
            p.in_use = false;
            p.stream = stream;
            cudaEventRecord(p.used, stream);
        }
}

void cache_close() {
    for (Piece &p : pieces) {
        cudaFree(p.at);
        cudaEventDestroy(p.used);
    }
    pieces.clear();
}
