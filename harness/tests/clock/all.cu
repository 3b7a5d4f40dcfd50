// All programs of this folder in one, or those named as arguments; --gpu is
// said by record.sh, the simulated device's clock needs no repetitions.
#include "clock.h"

#include "concurrent.cu"
#include "copies.cu"
#include "graphs.cu"
#include "host.cu"
#include "overlap.cu"
#include "streams.cu"
#include "whole.cu"

int main(int argc, char **argv) {
    on_gpu = argc > 1 && !strcmp(argv[1], "--gpu");
    int first = on_gpu ? 2 : 1;
    int engines;
    OK(cudaDeviceGetAttribute(&engines, cudaDevAttrAsyncEngineCount, 0));
    if (on_gpu) printf("# copy engines: %d\n", engines);
    OK(cudaMalloc(&scratch, 1 << 20));
    OK(cudaMemset(scratch, 0, 1 << 20));
    // Clocks rise under load.
    for (int i = 0; on_gpu && i < 200; i++)
        spin<<<264, 256>>>(1000000, scratch);
    nothing<<<1, 32>>>();
    OK(cudaDeviceSynchronize());
    spins_for(1);
    for (const Program &p : Program::all()) {
        bool wanted = first == argc;
        for (int i = first; i < argc; i++)
            wanted |= !strcmp(argv[i], p.name);
        if (wanted) p.run();
    }
    OK(cudaFree(scratch));
    return 0;
}
