// A pool of memory. It only keeps account of addresses: nothing is stored.

using Bytes = long long;

static Bytes pool_size, next;

void pool_open(Bytes size) {
    pool_size = size;
    next = 0;
}

// The first byte of the piece, or -1.
Bytes pool_take(Bytes bytes) {
    Bytes need = (bytes + 255) / 256 * 256, at = next;
    if (at + need > pool_size) return -1;
    next += need;
    return at;
}

void pool_give(Bytes at) {
    // TODO: what is given back can be taken again.
    (void)at;
}
