// rejected by: crash | trap host-touch (a loop on the CPU writes through a device pointer)
void hello(int *out, int n) {
    for (int i = 0; i < n; i++)
        out[i] = i;
}
