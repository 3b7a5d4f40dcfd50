# Loops that never end, and trees that leave elements out: kata names the loop,
# and what is wrong with it.
. "$REGRESS/lib.sh"
need_nvcc
export KATA_ROOT="$REGRESS/../../.."
kata start micro-12-week >/dev/null

# A step that is stored nowhere.
cat >wrong.cu <<'END'
__global__ void walk(const float *in, float *out, int *owner, int n) {
    int all = gridDim.x * blockDim.x;
    int mine = blockIdx.x * blockDim.x + threadIdx.x;
    int at = mine;
    while (at < n) {
        out[at] = in[at] * in[at];
        owner[at] = mine;
        at + all;
    }
}
void square_all(const float *in, float *out, int *owner, int n, int blocks, int threads) {
    walk<<<blocks, threads>>>(in, out, owner, n);
}
END
given grid-stride
out "The loop of line 5 never ends: \`at + all\` in line 8 computes a value"
out "Write \`at += all\`"
no_out "Is there a loop that never ends"

# A tree over a number of elements that is no power of two: the threads of the
# launch, or twice the first distance.
cat >wrong.cu <<'END'
__global__ void add_up(const float *a, const float *b, float *out, int n) {
    extern __shared__ float part[];
    const int me = threadIdx.x;
    float x = 0;
    for (int i = blockIdx.x * blockDim.x + me; i < n; i += blockDim.x * gridDim.x)
        x += a[i] * b[i];
    part[me] = x;
    __syncthreads();
    int far = blockDim.x >> 1;
    while (far > 0) {
        if (me < far) part[me] += part[me + far];
        __syncthreads();
        far >>= 1;
    }
    if (me == 0) atomicAdd(out, part[0]);
}
void dot(const float *a, const float *b, float *out, int n) {
    cudaMemset(out, 0, 4);
    dim3 block(96);
    if (n) add_up<<<n < 30000 ? (n + 95) / 96 : 256, block, 96 * 4>>>(a, b, out, n);
}
END
given dot-product
out "The loop of line 10 halves the elements in each round, and \`blockDim.x\` is 96, which is no power of two. From 3 it goes on with 1, so the last of the 3 is left out."
sed -i 's/blockDim.x >> 1/48/' wrong.cu
given dot-product
out "and it begins with 96 elements, which is no power of two"
sed -i 's/96/128/g; s/= 48/= 64/; s/me == 0/me == 1/' wrong.cu
given dot-product
no_out "no power of two"

# The compiler says that an expression has no effect: a sum that is stored
# nowhere, a barrier that is not called, a comma in an index.
cat >wrong.cu <<'END'
__global__ void add_up(const float *a, const float *b, float *out, int n) {
    __shared__ float part[128];
    float x = 0;
    for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += 128 * gridDim.x)
        x + a[i] * b[i];
    part[threadIdx.x] = x;
    __syncthreads();
    if (threadIdx.x == 0)
        for (int i = 1; i < 128; i++) x += part[i];
    if (threadIdx.x == 0) atomicAdd(out, x);
}
void dot(const float *a, const float *b, float *out, int n) {
    cudaMemset(out, 0, 4);
    if (n) add_up<<<n < 30000 ? (n + 127) / 128 : 256, 128>>>(a, b, out, n);
}
END
given dot-product
out "Line 5 computes \`x + a[i] * b[i]\` and stores it nowhere. Is \`x += a[i] * b[i]\` meant?"
sed -i 's/x + a/x += a/; s/__syncthreads()/__syncthreads/' wrong.cu
given dot-product
out "Line 7 names \`__syncthreads\` and does not call it, so nobody waits there: write \`__syncthreads();\`"
sed -i 's/__syncthreads/__syncthreads()/; s/part\[i\]/part[0, i]/; s/x += a/x = a/' wrong.cu
given dot-product
out "The \`[0, ...]\` of line 9 is one index"
