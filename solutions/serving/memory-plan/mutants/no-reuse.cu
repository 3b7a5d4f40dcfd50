// rejected by: case a chain of layers (no memory is used twice)
// Places the tensors of a network in one block of memory.

using Bytes = long long;

// Returns the size of the block. offset[i]: where tensor i begins.
Bytes plan(const Bytes *bytes, const int *from, const int *until, int n,
           Bytes *offset) {
    // no memory is ever used twice
    Bytes end = 0;
    for (int i = 0; i < n; i++) {
        offset[i] = end;
        end += (bytes[i] + 255) / 256 * 256;
    }
    (void)from, (void)until;
    return end;
}
