// Know the machine you are on: six numbers of the current device.

void device_numbers(double *out) {
    int device = 0, value = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, device);
    out[0] = value;
    // TODO: the other five.
    for (int i = 1; i < 6; i++)
        out[i] = 0;
}
