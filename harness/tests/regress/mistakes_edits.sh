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

# Thread and block exchanged: as many blocks as threads hides it in these cases.
cat >own.cu <<'END'
__global__ void add(const float *a, const float *b, float *c, int n) {
    int me = threadIdx.x * blockDim.x + blockIdx.x;
    if (me < n) c[me] = a[me] + b[me];
}
void vector_add(const float *a, const float *b, float *c, int n) {
    int threads = 128;
    int blocks = (n + threads - 1) / threads;
    if (blocks > 0) add<<<blocks, threads>>>(a, b, c, n);
}
END
run kata check vector-add --no-record --file own.cu
out "in line 2 every case is right"
no_out "another name"

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

# More blocks than there is work for make any case right: those that are needed
# are told.
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
out "with \`4 * n\` for \`n\` in line 12 every case"
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

# What is missing is put in: both extents in a check, the number of the block,
# a loop for an `if`, a test before the first round, a zero otherwise.
cat >wrong.cu <<'END2'
#define TILE 32
#define STEP 8

__global__ void transpose_kernel(const float *in, float *out, int rows,
                                 int cols) {
    __shared__ float tile[TILE][TILE + 1];

    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += STEP) {
        if (x < cols && y + j < rows) {
            tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * cols + x];
        }
    }
    __syncthreads();

    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += STEP) {
        if (x < cols && y + j < rows) {
            out[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
        }
    }
}

void transpose(const float *in, float *out, int rows, int cols) {
    if (rows == 0 || cols == 0) return;

    dim3 block(TILE, STEP);
    dim3 grid((cols + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
    transpose_kernel<<<grid, block>>>(in, out, rows, cols);
}
END2
given transpose
out "\`cols\` and \`rows\` exchanged in line 20 every case"
cat >wrong.cu <<'END2'
const int BLOCK = 256;

__global__ void sum_kernel(const float *in, float *out, int n) {
    __shared__ float tile[BLOCK];
    int tid = threadIdx.x;
    int i = blockIdx.x * BLOCK + tid;

    tile[tid] = i < n ? in[i] : 0.0f;
    __syncthreads();

    for (int s = BLOCK / 2; s > 0; s /= 2) {
        if (tid < s) tile[tid] += tile[tid + s];
        __syncthreads();
    }

    if (tid == 0) out[i] = tile[0];
}

void block_sums(const float *in, float *out, int n) {
    if (n == 0) return;
    sum_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, n);
}
END2
given reduce-shared
out "the index \`blockIdx.x\` in \`out[]\` in line 16 every case"
cat >wrong.cu <<'END2'
struct Strides {
    int s0, s1, s2;
};

const int THREADS = 256;
const int ITEMS = 8;

__global__ void add_kernel(const float *a, const float *b, float *out, int d0,
                           int d1, int d2, Strides as, Strides bs) {
    int n = d0 * d1 * d2;
    int t = blockIdx.x * (THREADS * ITEMS) + threadIdx.x;

    int k = t % d2;
    int row = t / d2;
    int j = row % d1;
    int i = row / d1;

    for (int e = 0; e < ITEMS && t < n; e++) {
        out[t] = a[i * as.s0 + j * as.s1 + k * as.s2] +
                 b[i * bs.s0 + j * bs.s1 + k * bs.s2];

        t += THREADS;
        k += THREADS;
        if (k >= d2) {
            k -= d2;
            j++;
            if (j == d1) {
                j = 0;
                i++;
            }
        }
    }
}

void add(const float *a, const float *b, float *out, int d0, int d1, int d2,
         int a0, int a1, int a2, int b0, int b1, int b2) {
    int n = d0 * d1 * d2;
    if (n == 0) return;
    int per_block = THREADS * ITEMS;
    add_kernel<<<(n + per_block - 1) / per_block, THREADS>>>(
        a, b, out, d0, d1, d2, Strides{a0, a1, a2}, Strides{b0, b1, b2});
}
END2
given strided-broadcast
out "\`while\` for \`if\` in line 24 every case"
cat >wrong.cu <<'END2'
const int BLOCK = 256;
__global__ void slide(const float *in, const float *taps, float *out, int n,
                      int k) {
    __shared__ float tile[BLOCK + 32];
    __shared__ float w[32];
    int t = threadIdx.x, half = k / 2, i = blockIdx.x * BLOCK + t;
    if (t < k) w[t] = taps[t];
    tile[t + half] = i < n ? in[i] : 0.0f;
    if (t < half) {
        tile[t] = i - half >= 0 ? in[i - half] : 0.0f;
        if (i + BLOCK < n) tile[t + BLOCK + half] = in[i + BLOCK];
    }
    __syncthreads();
    if (i >= n) return;
    float sum = 0.0f;
    for (int j = 0; j < k; j++)
        sum += w[j] * tile[t + j];
    out[i] = sum;
}
void correlate(const float *in, const float *taps, float *out, int n, int k) {
    if (n) slide<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, taps, out, n, k);
}
END2
given conv-1d
out "a 0 stored to \`tile[t + BLOCK + half]\` otherwise in line 11 every case"

# More threads, so that no loop has a second round: that is said. Another array
# in place of the tile; a size of the file that moves the limit: they hide the
# mistake.
cat >wrong.cu <<'END2'
const float K = 0.7978845608f; // sqrt(2 / pi)
const float CUBIC = 0.044715f;

__device__ float gelu(float u) {
    float z = K * (u + CUBIC * u * u * u);
    return 0.5f * u * (1.0f + tanhf(z));
}

__device__ float gelu_slope(float u) {
    float t = tanhf(K * (u + CUBIC * u * u * u));
    return 0.5f * (1.0f + t) +
           0.5f * u * (1.0f - t * t) * K * (1.0f + 3.0f * CUBIC * u * u);
}

const int BLOCK = 256;
const int PER = 8; // elements of a thread

__global__ void gelu_kernel(const float *x, const float *bias, const float *dy,
                            float *y, float *dx, int rows, int cols) {
    int first = blockIdx.x * BLOCK + threadIdx.x, n = rows * cols;
    if (first >= n) return;

    float b = bias[first % cols]; // loaded once, used for all elements
    for (int i = first; i < n; i += gridDim.x * BLOCK) {
        float u = x[i] + b;
        y[i] = gelu(u);
        dx[i] = dy[i] * gelu_slope(u);
    }
}

void gelu_bias(const float *x, const float *bias, const float *dy, float *y,
               float *dx, int rows, int cols) {
    int n = rows * cols;
    if (n == 0) return;
    int blocks = (n + BLOCK * PER - 1) / (BLOCK * PER);
    gelu_kernel<<<blocks, BLOCK>>>(x, bias, dy, y, dx, rows, cols);
}
END2
given gelu-bias
out "in line 35 every case is right. With that there is another number of blocks, and the kernel's loop, whose step depends on it in line 24, may have no second round"
out "what is set before it and is not made anew in each round"
no_out "Work out why"
cat >wrong.cu <<'END2'
const int FIELDS = 7;
const int BLOCK = 256; // particles of a block

__global__ void split_kernel(const float *particles, float *fields,
                             float *energy, int n) {
    __shared__ float tile[BLOCK * FIELDS];
    int t = threadIdx.x, base = blockIdx.x * BLOCK, i = base + t;
    if (i >= n) return; // no particle for this thread

    int count = min(BLOCK, n - base);
    const float *from = particles + (size_t)base * FIELDS;
    for (int j = t; j < count * FIELDS; j += BLOCK) tile[j] = from[j];
    __syncthreads();

    float p[FIELDS];
    for (int f = 0; f < FIELDS; f++) {
        p[f] = tile[t * FIELDS + f];
        fields[(size_t)f * n + i] = p[f];
    }
    energy[i] = 0.5f * p[6] * (p[3] * p[3] + p[4] * p[4] + p[5] * p[5]);
}

void split(const float *particles, float *fields, float *energy, int n) {
    if (n == 0) return;
    split_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(particles, fields, energy, n);
}
END2
given aos-to-soa
no_out "another name"
cat >wrong.cu <<'END2'
const int BLOCK = 128;

__device__ bool begins_run(const int *in, int i, int n) {
    return i < n && (i == 0 || in[i] != in[i - 1]);
}

__device__ int rank_in_block(bool flag, int *all) {
    __shared__ int warps[BLOCK / 32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    unsigned votes = __ballot_sync(0xffffffffu, flag);
    if (lane == 0) warps[warp] = __popc(votes);
    __syncthreads();
    int before = __popc(votes & ((1u << lane) - 1));
    *all = 0;
    for (int w = 0; w < BLOCK / 32; w++) {
        if (w < warp) before += warps[w];
        *all += warps[w];
    }
    return before;
}

__global__ void count_kernel(const int *in, int *counts, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int all = __syncthreads_count(begins_run(in, i, n));
    if (threadIdx.x == 0) counts[blockIdx.x] = all;
}

__global__ void scan_kernel(int *counts, int blocks, int *runs) {
    __shared__ int sums[BLOCK];
    int t = threadIdx.x;
    int own = t < blocks ? counts[t] : 0;
    sums[t] = own;
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        int left = t >= d ? sums[t - d] : 0;
        __syncthreads();
        sums[t] += left;
        __syncthreads();
    }
    if (t < blocks) counts[t] = sums[t] - own;
    if (t == BLOCK - 1) *runs = sums[t];
}

__global__ void write_kernel(const int *in, const int *counts, int *values, int *begins,
                             int n) {
    __shared__ int base;
    if (threadIdx.x == 0) base = counts[blockIdx.x];
    int i = blockIdx.x * BLOCK + threadIdx.x, all;
    bool flag = begins_run(in, i, n);
    int before = rank_in_block(flag, &all);
    if (flag) {
        values[base + before] = in[i];
        begins[base + before] = i;
    }
}

__global__ void length_kernel(const int *begins, int *lengths, const int *runs, int n) {
    int last = *runs - 1;
    for (int r = blockIdx.x * BLOCK + threadIdx.x; r <= last; r += gridDim.x * BLOCK)
        lengths[r] = (r < last ? begins[r + 1] : n) - begins[r];
}

void run_lengths(const int *in, int *values, int *lengths, int *runs, int n) {
    if (n == 0) {
        cudaMemset(runs, 0, sizeof(int));
        return;
    }
    int blocks = (n + BLOCK - 1) / BLOCK;
    int *counts, *begins;
    cudaMalloc(&counts, blocks * sizeof(int));
    cudaMalloc(&begins, n * sizeof(int));
    count_kernel<<<blocks, BLOCK>>>(in, counts, n);
    scan_kernel<<<1, BLOCK>>>(counts, blocks, runs);
    write_kernel<<<blocks, BLOCK>>>(in, counts, values, begins, n);
    length_kernel<<<min(blocks, 512), BLOCK>>>(begins, lengths, runs, n);
    cudaFree(counts);
    cudaFree(begins);
}
END2
given run-length
no_out "another number"

# All lanes add what only the first one knows: what one lane does comes before
# lines whose change has every lane add a part of its own.
cat >wrong.cu <<'END'
__device__ float all_of(float x) {
    x += __shfl_down_sync(~0u, x, 16);
    x += __shfl_down_sync(~0u, x, 8);
    x += __shfl_down_sync(~0u, x, 4);
    x += __shfl_down_sync(~0u, x, 2);
    return x + __shfl_down_sync(~0u, x, 1);
}
__global__ void add_up(const float *a, const float *b, float *out, int n) {
    int who = threadIdx.x & 31;
    float x = 0; if (n < 0) return;
    for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += 128 * gridDim.x)
        x += a[i] * b[i];
    x = all_of(x);
    atomicAdd(out, x);
}
void dot(const float *a, const float *b, float *out, int n) {
    cudaMemset(out, 0, 4);
    if (n) add_up<<<n < 30000 ? (n + 127) / 128 : 256, 128>>>(a, b, out, n);
}
END
given dot-product
out "with \`if (who == 0)\` before the atomicAdd of line 14, so that one lane of a warp does it and not all lanes, every case is right"

# More threads give each of them one round of a loop that goes wrong in the
# second one: that is no repair.
cat >wrong.cu <<'END'
#define ROUNDS 8
__global__ void join(const float *a, const float *b, float *out, int d0, int d1, int d2,
                     int a0, int a1, int a2, int b0, int b1, int b2) {
    int all = gridDim.x * blockDim.x, at = blockIdx.x * blockDim.x + threadIdx.x;
    int x = at % d2, y = at / d2 % d1, z = at / (d1 * d2);
    for (int m = 0; m < ROUNDS && at < d0 * d1 * d2; m++) {
        out[at] = a[z * a0 + y * a1 + x * a2] + b[z * b0 + y * b1 + x * b2];
        at += all;
        z += all / (d1 * d2);
        y += all / d2 % d1;
        if ((x += all % d2) >= d2) {
            x -= d2;
            y++, y += y == 100000;
        }
    }
}
void add(const float *a, const float *b, float *out, int d0, int d1, int d2, int a0, int a1, int a2, int b0, int b1, int b2) {
    int n = d0 * d1 * d2;
    if (n) join<<<(n + 128 * ROUNDS - 1) / (128 * ROUNDS), 128>>>(a, b, out, d0, d1, d2, a0, a1, a2, b0, b1, b2);
}
END
given strided-broadcast
no_out "ROUNDS\` in line"
no_out "begins as"

# No check at all: it is put before the read that trapped, and not only before
# the store, after which a compiler happens to move the read.
cat >wrong.cu <<'END'
__global__ void act(const float *x, float *y, float a, float b, float c, int n) {
    int me = blockDim.x * blockIdx.x + threadIdx.x;
    float v = a * x[me] + b;
    v = fminf(v, c);
    y[me] = fmaxf(v, 0.0f);
}
void relu_scale(const float *x, float *y, float a, float b, float c, int n) {
    if (n) act<<<(n + 127) / 128, 128>>>(x, y, a, b, c, n);
}
END
given relu-scale
out "with \`if (me >= n) return;\` before line 3 every case is right"
cat >wrong.cu <<'END'
__global__ void turn(const float *in, float *out, int rows, int cols) {
    int i = blockIdx.y * 16 + threadIdx.y, j = blockIdx.x * 16 + threadIdx.x;
    float v = in[i * cols + j];
    out[j * rows + i] = v;
}
void transpose(const float *in, float *out, int rows, int cols) {
    dim3 grid((cols + 15) / 16, (rows + 15) / 16), block(16, 16);
    if (rows && cols) turn<<<grid, block>>>(in, out, rows, cols);
}
END
given transpose
out "return;\` before line 3 every case is right"

# Rows for columns of one tile: either the store or the read. The read whose
# last index is that of neighbouring threads comes first, and both are told.
cat >wrong.cu <<'END'
__global__ void product(const float *a, const float *b, float *c, int m, int n, int k) {
    __shared__ float left[16][16], right[16][16];
    int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
    float v = 0;
    for (int at = 0; at < k; at += 16) {
        int p = at + threadIdx.x, q = at + threadIdx.y;
        left[threadIdx.y][threadIdx.x] = row < m && p < k ? a[row * k + p] : 0;
        right[threadIdx.y][threadIdx.x] = q < k && col < n ? b[q * n + col] : 0;
        __syncthreads();
        for (int i = 0; i < 16; i++) v += left[threadIdx.y][i] * right[threadIdx.x][i];
        __syncthreads();
    }
    if (row < m && col < n) c[row * n + col] = v;
}
void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    dim3 grid((n + 15) / 16, (m + 15) / 16);
    if (m && n) product<<<grid, dim3(16, 16)>>>(a, b, c, m, n, k);
}
END
given matmul-tiled
out "with \`right[i][threadIdx.x]\` for \`right[threadIdx.x][i]\` in line 10, or with \`right[threadIdx.x][threadIdx.y]\` for \`right[threadIdx.y][threadIdx.x]\` in line 8, every case is right"

# Two structs in another order than their parameters: not the arrays, whose
# exchange helps because a sum is the same in both orders.
cat >wrong.cu <<'END'
struct Steps { int z, y, x; };
__global__ void join(const float *a, const float *b, float *out, int d1, int d2, int n,
                     Steps b_by, Steps a_by) {
    int at = blockIdx.x * 128 + threadIdx.x;
    if (at >= n) return;
    int x = at % d2, y = at / d2 % d1, z = at / d2 / d1;
    out[at] = a[z * a_by.z + y * a_by.y + x * a_by.x] + b[z * b_by.z + y * b_by.y + x * b_by.x];
}
void add(const float *a, const float *b, float *out, int d0, int d1, int d2, int a0, int a1, int a2, int b0, int b1, int b2) {
    int n = d0 * d1 * d2;
    Steps by_a = {a0, a1, a2}, by_b = {b0, b1, b2};
    if (n) join<<<(n + 127) / 128, 128>>>(a, b, out, d1, d2, n, by_a, by_b);
}
END
given strided-broadcast
out "with \`by_a\` and \`by_b\` exchanged in the launch in line 12, in the order of the parameters \`b_by\` and \`a_by\` of \`join\`, every case is right"

# Extents in another order than those of a function of the device.
cat >wrong.cu <<'END'
__device__ float at(const float *in, int row, int col, int rows, int cols) {
    return row < rows && col < cols ? in[row * cols + col] : 0;
}
__global__ void turn(const float *in, float *out, int rows, int cols) {
    int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
    float v = at(in, row, col, cols, rows);
    if (row < rows && col < cols) out[col * rows + row] = v;
}
void transpose(const float *in, float *out, int rows, int cols) {
    dim3 grid((cols + 15) / 16, (rows + 15) / 16), block(16, 16);
    if (rows && cols) turn<<<grid, block>>>(in, out, rows, cols);
}
END
given transpose
out "with \`cols\` and \`rows\` exchanged in the call in line 6, in the order of the parameters \`rows\` and \`cols\` of \`at\`"

# A check that is there, and lets threads through, comes before one more.
changed map-2d 's/row >= rows || col >= cols/row >= rows \&\& col >= cols/'
out "with another operator in place of \`&&\` in line"
no_out "return;\` before line"

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

# Four numbers of a launch, each at the place of another one; and bytes that a
# shift counts as bits.
export KATA_ROOT="$REGRESS/../../.."
cat >wrong.cu <<'END2'
__global__ void product(const float *a, const float *b, float *c, int n, int k,
                        int m) {
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (row >= m || col >= n) return;
    float sum = 0;
    for (int p = 0; p < k; p++) sum += a[row * k + p] * b[p * n + col];
    c[row * n + col] = sum;
}
void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    dim3 blocks((n + 15) / 16, (m + 15) / 16), threads(16, 16);
    product<<<blocks, threads>>>(a, b, c, m, n, k);
}
END2
given matmul-naive
out "with the arguments of the launch in line 12 in the order of the parameters of \`product\`, (a, b, c, n, k, m),"

# A file in C: each copy has its names for itself. Threads that race may be right
# once, so that their files get no edits.
sed 's/j + 1/j + 2/' "$KATA_ROOT/solutions/cpu/one-pass-variance/one-pass-variance.c" >wrong.c
run kata check one-pass-variance --file wrong.c --seed 1
status 1
out "kata has tried small changes of the file"
out "in line 8 every case is right"
sed 's/cos(a.v) \* a.d/cos(a.d) * a.d/' "$KATA_ROOT/solutions/cpu/dual-numbers/dual-numbers.c" >wrong.c
run kata check dual-numbers --file wrong.c --seed 1
status 1
out "with another member in place of"
# Lines that the file begins with and the solution has, too, are right: no edit of them is
# offered, though one without the test of later nodes passes.
sed 's/i < t->n; i++)/i < result; i++)/' "$KATA_ROOT/solutions/cpu/autodiff-tape/autodiff-tape.c" >wrong.c
run kata check autodiff-tape --file wrong.c --seed 1
status 1
no_out "kata has tried"
tr -s '\n ' ' ' <stdout.txt >flat.txt && mv flat.txt stdout.txt
out "so set the slopes of all t->n nodes to 0"
# Nor is an edit that reads beside the array, and is right by luck.
cat >luck.sed <<'END2'
s/for (int i = result; i >= 0; i--) {/for (int i = result; i >= 0 \&\& t->at[i].from[0] >= 0; i--) {/
s/for (int k = 0; k < 2; k++)/t->at[node->from[0]].slope += node->by[0] * node->slope; for (int k = 1; k < 2; k++)/
END2
sed -f luck.sed "$KATA_ROOT/solutions/cpu/autodiff-tape/autodiff-tape.c" >wrong.c
KATA_KNOWN=0 run kata check autodiff-tape --file wrong.c --seed 1
status 1
no_out "kata has tried"
tr -s '\n ' ' ' <stdout.txt >flat.txt && mv flat.txt stdout.txt
out "Does the walk end at the first node that comes from no other?"
sed 's/long long own = 0;/long long own = 1;/' "$KATA_ROOT/solutions/cpu/prefix-sum/prefix-sum.c" >wrong.c
run kata check prefix-sum --file wrong.c --seed 1
status 1
no_out "kata has tried"

# Of two names in a kernel and the arguments of its launch, which are in order,
# the kernel's are wrong.
cat >wrong.cu <<'END2'
__global__ void kernel(const float *x, const float *bias, const float *dy, float *y, float *dx,
                       int rows, int cols) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows * cols) return;
    const float C = 0.7978845608f, D = 0.044715f;
    float u = x[i] + bias[i % rows], t = tanhf(C * (u + D * u * u * u));
    y[i] = 0.5f * u * (1 + t);
    dx[i] = dy[i] * (0.5f * (1 + t) + 0.5f * u * (1 - t * t) * C * (1 + 3 * D * u * u));
}
void gelu_bias(const float *x, const float *bias, const float *dy, float *y, float *dx,
               int rows, int cols) {
    int n = rows * cols;
    if (n) kernel<<<(n + 255) / 256, 256>>>(x, bias, dy, y, dx, rows, cols);
}
END2
given gelu-bias
out "in place of \`rows\` in line 6 every case is right"
no_out "exchanged"

# All lanes store what lane 0 has. The sizes that are right tell of warps, and
# the edit that helps is said alone.
cat >wrong.cu <<'END2'
__global__ void small(const float *a, const float *x, float *y, int m, int n) {
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i >= m) return;
    float sum = 0.0f;
    for (int j = 0; j < n; j++) sum += a[(size_t)i * n + j] * x[j];
    y[i] = sum;
}
__global__ void rows(const float *a, const float *x, float *y, int m, int n) {
    int i = blockIdx.x * 2 + threadIdx.y;
    if (i >= m) return;
    float sum = 0.0f;
    for (int j = threadIdx.x; j < n; j += 32) sum += a[(size_t)i * n + j] * x[j];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffffu, sum, d);
    y[i] = sum;
}
__global__ void columns(const float *b, const float *w, float *z, int m, int n) {
    int j = blockIdx.x * 64 + threadIdx.x;
    if (j >= n) return;
    float sum = 0.0f;
    for (int i = 0; i < m; i++) sum += b[(size_t)i * n + j] * w[i];
    z[j] = sum;
}
void gemv(const float *a, const float *x, float *y, const float *b, const float *w, float *z,
          int m, int n) {
    if (m && n <= 32) small<<<(m + 63) / 64, 64>>>(a, x, y, m, n);
    if (m && n > 32) rows<<<(m + 1) / 2, dim3(32, 2)>>>(a, x, y, m, n);
    if (n) columns<<<(n + 63) / 64, 64>>>(b, w, z, m, n);
}
END2
given gemv
out "likely: kata has tried small changes of the file: with \`if (threadIdx.x == 0)\` before the statement of line 14 every case is right"
no_out "a second warp has work"

# Each warp has a row, and thread 0 of the block alone stores.
cat >wrong.cu <<'END2'
__global__ void sums(const float *in, float *out, int rows, int cols) {
    int lane = threadIdx.x % 32, row = blockIdx.x * 4 + threadIdx.x / 32;
    float v = 0.0f;
    for (int c = lane; row < rows && c < cols; c += 32) v += in[(size_t)row * cols + c];
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
    if (threadIdx.x == 0 && row < rows) *(out + row) = v;
}
void row_sums(const float *in, float *out, int rows, int cols) {
    if (rows) sums<<<(rows + 3) / 4, 128>>>(in, out, rows, cols);
}
END2
given reduce-shuffle
out "with lane 0 of each warp, \`threadIdx.x % 32 == 0\`, for \`threadIdx.x == 0\` in line 6 every case is right"

# The same words for C: sums that are declared before a loop, and begin anew in
# none of its rounds.
cat >wrong.c <<'END2'
void pairwise(const float *x, const float *y, float *d, int n, int m, int dim) {
    for (int i = 0; i < n; i++) {
        float sum[2] = {0, 0};
        for (int j = 0; j < m; j++) {
            for (int k = 0; k < dim; k++) {
                float a = x[i * dim + k] - y[j * dim + k];
                sum[k % 2] += a * a;
            }
            d[i * m + j] = sum[0] + sum[1];
        }
    }
}
END2
run kata check pairwise --file wrong.c --seed 1
status 1
tr -s '\n ' ' ' <stdout.txt >flat.txt && mv flat.txt stdout.txt
out "with the declaration of \`sum\` in line 3 moved into the loop of line 4, so that it begins anew in each round, every case is right"
