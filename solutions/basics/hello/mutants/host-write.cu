// rejected by: crash | case (uses a device pointer on the CPU)
void hello(int *out, int n) {
    for (int i = 0; i < n; i++)
        out[i] = i;
}
