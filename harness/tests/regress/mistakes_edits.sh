# Wrong values, and the line that they come from: found by small edits of the
# file, which are tried on every case.
. "$REGRESS/lib.sh"
export KATA_EDITS=60
need_nvcc
export KATA_ROOT="$REGRESS/../../.."
kata start micro-12-week >/dev/null

# The last product of each tile is left out.
changed matmul-tiled 's/q < TILE/q < TILE - 1/'
out "in line 19 every case is right"
no_out "rounds of a loop"

# The largest value begins at 0, which is wrong where all are negative.
changed softmax-rows 's/float most = -INFINITY/float most = 0.0f/'
out "with another number in place of \`0.0f\` in"

# A sum that begins at 1.
changed matmul-naive 's/sum = 0.0f/sum = 1.0f/'
out "with another number in place of \`1.0f\` in"

# A barrier that is missing: any place between the two lines, the outermost
# first.
changed matmul-tiled '0,/__syncthreads();/s/__syncthreads();//'
out "shared-race"
out "with \`__syncthreads()\` before line"
no_out "hint:"

# No barrier is offered that a gate of the exercise would not allow.
run kata check async-barrier --file \
    "$KATA_ROOT/solutions/memory/async-barrier/mutants/one-buffer.cu" --seed 1
status 1
no_out "kata has tried small changes"

# An index that leaves the array: the comparison is named.
changed vector-add 's/if (i < n)/if (i <= n)/'
out "out-of-bounds"
out "with another comparison in place of \`<=\` in"

# No single edit repairs two mistakes.
changed matmul-tiled 's/q < TILE/q < TILE - 1/; s/sum += as/sum = as/'
no_out "kata has tried it"

# A return for a size of 0 says more than an edit that lets the case pass; and a
# launch along x alone has no other axis to try.
cat >wrong.cu <<'END2'
__global__ void matmul_kernel(const float *a, const float *b, float *c, int m, int n, int k) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n) return;
    float sum = 0;
    for (int p = 0; p < k; p++) sum += a[row * k + p] * b[p * n + col];
    c[row * n + col] = sum;
}
void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0 || k == 0) return;
    dim3 block(32, 8);
    dim3 grid((n + 31) / 32, (m + 7) / 8);
    matmul_kernel<<<grid, block>>>(a, b, c, m, n, k);
}
END2
given matmul-naive
out "returns when k is 0"
no_out "kata has tried"
cat >wrong.cu <<'END2'
const int BLOCK = 256;
__global__ void softmax_kernel(const float *in, float *out, int rows, int cols) {
    const float *x = in + (size_t)blockIdx.x * cols;
    float *y = out + (size_t)blockIdx.x * cols;

    __shared__ float red[BLOCK];
    float most = x[threadIdx.x];
    for (int c = threadIdx.x; c < cols; c += BLOCK) most = fmaxf(most, x[c]);
    red[threadIdx.x] = most;
    __syncthreads();
    for (int s = BLOCK / 2; s > 0; s /= 2) {
        if (threadIdx.x < s) red[threadIdx.x] = fmaxf(red[threadIdx.x], red[threadIdx.x + s]);
        __syncthreads();
    }
    most = red[0];
    __syncthreads();
    float sum = 0.0f;
    for (int c = threadIdx.x; c < cols; c += BLOCK) sum += expf(x[c] - most);
    red[threadIdx.x] = sum;
    __syncthreads();
    for (int s = BLOCK / 2; s > 0; s /= 2) {
        if (threadIdx.x < s) red[threadIdx.x] += red[threadIdx.x + s];
        __syncthreads();
    }
    sum = red[0];

    for (int c = threadIdx.x; c < cols; c += BLOCK) y[c] = expf(x[c] - most) / sum;
}
void softmax(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;
    softmax_kernel<<<rows, BLOCK>>>(in, out, rows, cols);
}
END2
given softmax-rows
no_out "another axis"

# What is certain of a loop's step says more than edits that help by chance; nor
# is a tail that every thread does a matter of sizes.
cat >wrong.cu <<'END2'
__global__ void saxpy_kernel(float a, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (; i < n; i += blockDim.x)
        y[i] = a * x[i] + y[i];
}
void saxpy(float a, const float *x, float *y, int n) {
    if (n) saxpy_kernel<<<(n + 255) / 256, 256>>>(a, x, y, n);
}
END2
given saxpy
out "Look at the stride of the loop"
no_out "kata has tried"
cat >wrong.cu <<'END2'
__global__ void saxpy_kernel(float a, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, even = n / 2 * 2;
    if (i < even) y[i] = a * x[i] + y[i];
    for (int k = even; k < n; k++)
        y[k] = a * x[k] + y[k];
}
void saxpy(float a, const float *x, float *y, int n) {
    if (n) saxpy_kernel<<<(n + 255) / 256, 256>>>(a, x, y, n);
}
END2
given saxpy
out "likely: The loop of line 4 is the same in every thread"
out "the element even + its own number"

# A known mistake has words of its own, which say more.
unset KATA_KNOWN
cp "$KATA_ROOT/solutions/parallel/reduce-naive/mutants/adds-index.cu" wrong.cu
given reduce-naive
out "a known mistake: The thread adds"
no_out "kata has tried it"

# More blocks than there is work for make any case right.
cat >wrong.cu <<'END2'
__global__ void split(const float *points, float *x, float *y, float *z,
                      float *w, int n) {
    int f = blockIdx.x * blockDim.x + threadIdx.x;
    if (f >= 4 * n) return;
    float *to[] = {x, y, z, w};
    to[f % 4][f / 4] = points[f];
}
void split_points(const float *points, float *x, float *y, float *z, float *w,
                  int n) {
    if (n == 0) return;
    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    split<<<blocks, threads>>>(points, x, y, z, w, n);
}
END2
given coalescing
out "no thread reaches the store"
no_out "without \`/ threads\`"
# The barrier that is passed least often, not one in each round.
cat >wrong.cu <<'END2'
__global__ void split(const float *points, float *x, float *y, float *z,
                      float *w, int n) {
    __shared__ float tile[1024];
    for (int k = 0; k < 8; k++) {
        int first = (blockIdx.x * 8 + k) * 256;
        for (int c = 0; c < 4; c++) {
            int at = c * 256 + threadIdx.x;
            if (4 * first + at < 4 * n) tile[at] = points[4 * first + at];
        }
        __syncthreads();
        int i = first + threadIdx.x;
        if (i < n) {
            x[i] = tile[4 * threadIdx.x];
            y[i] = tile[4 * threadIdx.x + 1];
            z[i] = tile[4 * threadIdx.x + 2];
            w[i] = tile[4 * threadIdx.x + 3];
        }
    }
}
void split_points(const float *points, float *x, float *y, float *z, float *w,
                  int n) {
    if (n > 0) split<<<(n + 2047) / 2048, 256>>>(points, x, y, z, w, n);
}
END2
given coalescing
out "before line 5, or before line 6, every case"

# A file as it was handed out is not looked through, even if an edit would do.
cp -r "$TOY" root
export KATA_ROOT=$PWD/root
sed 's/i < n/i < n - 1/' "$TOY/solutions/basics/copy/copy.cu" \
    >root/exercises/basics/copy/copy.cu
kata start toy >/dev/null
kata next copy >/dev/null
run kata check copy --seed 1
tr -s '\n ' ' ' <stdout.txt >flat.txt
cp flat.txt stdout.txt
out "still as it was handed out"
no_out "kata has tried"
echo >>"$KATA_WORK/copy/copy.cu"
run kata check copy --seed 1
tr -s '\n ' ' ' <stdout.txt >flat.txt
cp flat.txt stdout.txt
out "kata has tried small changes"
