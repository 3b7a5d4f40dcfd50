# kata sim tells a program whose own check failed what it looked for in
# vain, the bytes that a copy brought back and nothing wrote, constants that
# nothing set. A program that ends well hears nothing of it.
. "$REGRESS/lib.sh"
need_nvcc

cat >clues.cu <<'END'
#include <cstdlib>
#include <cuda_runtime.h>

__constant__ float factor[4];
__constant__ float fixed[2] = {1, 2};

__global__ void narrow(float *out, int n) {
    unsigned char i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 1;
}
__global__ void scaled(float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = factor[i % 4] + fixed[i % 2];
}

int main(int argc, char **argv) {
    const int n = 512;
    float *d, h[n], f[4] = {1, 2, 3, 4};
    bool constants = argv[1][0] == 'c' || argv[1][0] == 's';
    cudaMalloc(&d, sizeof h);
    if (argv[1][0] == 's') cudaMemcpyToSymbol(factor, f, sizeof f);
    if (constants)
        scaled<<<n / 128, 128>>>(d, n);
    else
        narrow<<<n / 128, 128>>>(d, n / (argv[1][0] == 'w' ? 2 : 1));
    cudaMemcpy(h, d, argv[1][0] == 'w' ? n * 2 : n * 4, cudaMemcpyDeviceToHost);
    cudaFree(d);
    return atoi(argv[2]);
}
END

clues() { # NAME STATUS: what is told, on one line
    "$KATA" sim clues.cu -- "$1" "$2" 2>&1 >/dev/null | tr -s ' \n' ' '
}
has() { # TEXT WORDS
    case $1 in *"$2"*) ;; *) fail "not told: $2: $1" ;; esac
}
has_not() {
    case $1 in *"$2"*) fail "told: $2: $1" ;; esac
}

text=$(clues narrow 1)
has "$text" "the program ended with status 1"
has "$text" "brings back 2048 bytes of device memory, of which nothing ever wrote 1024, the first at byte 1024"
has_not "$text" "constant memory"
has "$(clues whole 1)" "the program ended with status 1"
has_not "$(clues whole 1)" "nothing ever wrote"
has_not "$(clues narrow 0)" "nothing ever wrote"

has "$(clues constant 1)" '`factor` is in constant memory, and nothing has set it'
has_not "$(clues constant 1)" '`fixed`'
has_not "$(clues constant 0)" '`factor`'
has_not "$(clues set 1)" '`factor`'
