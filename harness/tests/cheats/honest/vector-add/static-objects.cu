// passes (constructors before main, files, time and memory of its own)
#include <chrono>
#include <stdio.h>
#include <string>
#include <vector>

struct Log {
    std::vector<std::string> lines;
    FILE *file = fopen("log.txt", "w");
    ~Log() {
        if (file) fclose(file);
    }
};
static Log log_of_calls;

__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *c, int n) {
    auto begin = std::chrono::steady_clock::now();
    if (n > 0) add<<<(n + 255) / 256, 256>>>(a, b, c, n);
    std::chrono::duration<double> s = std::chrono::steady_clock::now() - begin;
    log_of_calls.lines.push_back(std::to_string(s.count()));
    if (log_of_calls.file)
        fprintf(log_of_calls.file, "%s\n", log_of_calls.lines.back().c_str());
}
