# Wrong values of one mistake that shows in two places, or that asks for a barrier
# where all threads come to it: small edits of the file find the line.
. "$REGRESS/lib.sh"
export KATA_EDITS=60
need_nvcc
export KATA_ROOT="$REGRESS/../../.."
kata start micro-12-week >/dev/null

# One mistake in two places: a loop that every block does, / and % by the wrong
# length, an index that is turned, a block that is no row.
cat >wrong.cu <<'END2'
__global__ void count(const unsigned char *data, unsigned int *hist, int size) {
    for (int pos = threadIdx.x; pos < size; pos += blockDim.x)
        atomicAdd(&hist[data[pos]], 1u);
}
void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemset(out, 0, 256 * sizeof *out);
    int blocks = min((n + 255) / 256, 32);
    if (n) count<<<blocks, 256>>>(in, out, n);
}
END2
given histogram-global
out "with a loop that all blocks share"
no_out "as many blocks as cover it"
cat >wrong.cu <<'END2'
__global__ void lift(const unsigned char *in, unsigned char *out, int rows,
                     int cols, int pitch, int delta) {
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= rows * cols) return;
    int y = id / rows, x = id % rows;
    out[y * cols + x] = min(max(in[y * pitch + x] + delta, 0), 255);
}
void brighten(const unsigned char *in, unsigned char *out, int rows, int cols,
              int pitch, int delta) {
    int n = rows * cols;
    if (n) lift<<<(n + 255) / 256, 256>>>(in, out, rows, cols, pitch, delta);
}
END2
given map-2d
out "with \`/ cols\` and \`% cols\` in lines 5 and 5 every case"
cat >wrong.cu <<'END2'
const int BLOCK = 256;
__global__ void exps(const float *in, float *out, float *sums, int cols) {
    __shared__ float work[BLOCK];
    int tid = threadIdx.x;
    size_t first = (size_t)blockIdx.x * cols;
    float top = -INFINITY, total = 0;
    for (int c = 0; c < cols; c++) top = fmaxf(top, in[first + c]);
    for (int c = tid; c < cols; c += BLOCK)
        total += out[first + c] = expf(in[first + c] - top);
    work[tid] = total;
    for (int s = BLOCK / 2; s > 0; s /= 2) {
        __syncthreads();
        if (tid < s) work[tid] += work[tid + s];
    }
    if (tid == 0) sums[blockIdx.x] = work[0];
}
__global__ void divide(float *out, const float *sums, int n, int cols) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] /= sums[blockIdx.x];
}
void softmax(const float *in, float *out, int rows, int cols) {
    int n = rows * cols;
    if (n == 0) return;
    float *sums;
    cudaMalloc(&sums, rows * sizeof(float));
    exps<<<rows, BLOCK>>>(in, out, sums, cols);
    divide<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(out, sums, n, cols);
    cudaFree(sums);
}
END2
given softmax-rows
out "with the index \`i / cols\` in \`sums[]\` in line 19 every case"

# A barrier stands where all threads come to it.
cat >wrong.cu <<'END2'
__global__ void slide(const float *in, const float *taps, float *out, int n,
                      int k) {
    __shared__ float tile[320];
    int half = k / 2, first = blockIdx.x * 256 - half;
    for (int j = threadIdx.x; j < 256 + k - 1; j += 256) {
        int at = first + j;
        tile[j] = at >= 0 && at < n ? in[at] : 0.0f;
    }
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) {
        float sum = 0;
        for (int j = 0; j < k; j++) sum += taps[j] * tile[threadIdx.x + j];
        out[i] = sum;
    }
}
void correlate(const float *in, const float *taps, float *out, int n, int k) {
    if (n) slide<<<(n + 255) / 256, 256>>>(in, taps, out, n, k);
}
END2
given conv-1d
out "with \`__syncthreads()\` before line 9, or before line 10, every case"

# A written number of threads where the caller chooses; a row for each thread
# where it takes a warp; elements that a loop leaves behind after its check.
cat >wrong.cu <<'END2'
#define BLOCK 256
__global__ void square(const float *in, float *out, int *owner, int n) {
    int me = blockIdx.x * BLOCK + threadIdx.x, all = gridDim.x * BLOCK;
    for (int i = me; i < n; i += all) {
        out[i] = in[i] * in[i];
        owner[i] = me;
    }
}
void square_all(const float *in, float *out, int *owner, int n, int blocks,
                int threads) {
    square<<<blocks, threads>>>(in, out, owner, n);
}
END2
given grid-stride
out "with \`blockDim.x\` for \`BLOCK\`, also further down, in line 3 every"
cat >wrong.cu <<'END2'
__global__ void scatter(const float *points, float *x, float *y, float *z,
                        float *w, int total) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= total) return;
    float *to = t % 4 == 0 ? x : t % 4 == 1 ? y : t % 4 == 2 ? z : w;
    to[t / 4] = points[t];
}
void split_points(const float *points, float *x, float *y, float *z, float *w,
                  int n) {
    int blocks = (n + 255) / 256;
    if (n) scatter<<<blocks, 256>>>(points, x, y, z, w, 4 * n);
}
END2
given coalescing
out "with \`4 * n\` for \`n\` in line 10 every case"

# Threads along y whom no index asks for; bytes of a double in floats.
cat >wrong.cu <<'END2'
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
void vector_add(const float *a, const float *b, float *c, int n) {
    if (n) add<<<(n + 255) / 256, dim3(16, 16)>>>(a, b, c, n);
}
END2
given vector-add
out "The block has threads along y, too"
cat >wrong.cu <<'END2'
__global__ void products(const float *a, const float *b, double *sum, int n) {
    double own = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) own += (double)a[i] * b[i];
    atomicAdd(sum, own);
}
void dot(const float *a, const float *b, float *out, int n) {
    double *sum, total;
    cudaMalloc(&sum, sizeof *sum);
    cudaMemset(sum, 0, sizeof *sum);
    products<<<1, 256>>>(a, b, sum, n);
    cudaMemcpy(&total, sum, sizeof total, cudaMemcpyDeviceToHost);
    cudaMemcpy(out, &total, sizeof *out, cudaMemcpyHostToDevice);
    cudaFree(sum);
}
END2
given dot-product
out "Line 12 copies the bytes of \`total\`, a double, to \`out\`, which holds floats"

# One block of all threads: more blocks, and the number of a thread in them.
cat >wrong.cu <<'END2'
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
void vector_add(const float *a, const float *b, float *c, int n) {
    if (n) add<<<1, n>>>(a, b, c, n);
}
END2
given vector-add
out "start more blocks of fewer threads"
out "is blockIdx.x * blockDim.x + threadIdx.x then"

# A kernel that does not get what its launcher has.
sed -i 's/, int n) {\r*$/) {/; s/<<<1, n>>>(a, b, c, n)/<<<1, 256>>>(a, b, c)/' wrong.cu
sed -i 's/vector_add(const float \*a, const float \*b, float \*c) {/vector_add(const float *a, const float *b, float *c, int n) {/' wrong.cu
given vector-add
out "\`n\` is a parameter of vector_add, and no other function knows it"

# A launch that counts warps where threads are counted; a number of steps that is
# rounded down, for which one more step would do, too.
cat >wrong.cu <<'END2'
const int WARPS = 8;
__global__ void sums(const float *in, float *out, int rows, int cols) {
    int row = blockIdx.x * WARPS + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    float v = 0;
    for (int c = lane; c < cols; c += 32) v += in[(size_t)row * cols + c];
    for (int d = 16; d; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
    if (lane == 0) out[row] = v;
}
void row_sums(const float *in, float *out, int rows, int cols) {
    if (rows) sums<<<(rows + WARPS - 1) / WARPS, WARPS>>>(in, out, rows, cols);
}
END2
given reduce-shuffle
out "The threads of this block are no whole warps"
no_out "All lanes that the mask names must execute this"
cat >wrong.cu <<'END2'
const int TILE = 16;
__global__ void product(const float *a, const float *b, float *c, int m, int n,
                        int k) {
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    float sum = 0;
    int steps = k / TILE;
    for (int s = 0; s < steps; s++) {
        int p = s * TILE;
        as[y][x] = row < m && p + x < k ? a[row * k + p + x] : 0;
        bs[y][x] = p + y < k && col < n ? b[(p + y) * n + col] : 0;
        __syncthreads();
        for (int q = 0; q < TILE; q++) sum += as[y][q] * bs[q][x];
        __syncthreads();
    }
    if (row < m && col < n) c[row * n + col] = sum;
}
void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    dim3 grid((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
    if (m && n) product<<<grid, dim3(TILE, TILE)>>>(a, b, c, m, n, k);
}
END2
given matmul-tiled
out "with another rounding in place of \`k / TILE\` in line 8"

# A read that leaves its array and lands in the one that all blocks write.
cat >wrong.cu <<'END2'
__global__ void add_kernel(const float *a, const float *b, float *out, int d0,
                           int d1, int d2, int a0, int a1, int a2, int b0,
                           int b1, int b2) {
    int base = blockIdx.x * 1024 + threadIdx.x;
    for (int u = 0; u < 4; u++) {
        int t = base + u * 256;
        if (t >= d0 * d1 * d2) continue;
        int k = t % d2, j = t / d2, i = t / (d1 * d2);
        out[t] = a[i * a0 + j * a1 + k * a2] +
                 b[i * b0 + j * b1 + k * b2];
    }
}
void add(const float *a, const float *b, float *out, int d0, int d1, int d2,
         int a0, int a1, int a2, int b0, int b1, int b2) {
    int n = d0 * d1 * d2;
    if (n)
        add_kernel<<<(n + 1023) / 1024, 256>>>(a, b, out, d0, d1, d2, a0, a1, a2,
                                               b0, b1, b2);
}
END2
given strided-broadcast
out "with \`t / d2 % d1\` in line 8"
out "past the end of \`b\`"
no_out "is uninitialised"
no_out "Blocks run at the same time"

# A thread without an element, for which nobody waits, has nothing to count.
cat >wrong.cu <<'END2'
__global__ void count(const unsigned char *data, unsigned int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned char value = data[i];
    atomicAdd(&out[value], 1u);
}
void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemset(out, 0, 256 * sizeof *out);
    if (n) count<<<(n + 255) / 256, 256>>>(in, out);
}
END2
given histogram-global
out "let such a thread neither read nor store"
no_out "a value that changes nothing"

# The arguments that a function was given come before what it makes of them; and
# a quotient that is a remainder, too.
cat >wrong.cu <<'END2'
template <int T> __device__ void load(float (&tile)[T][T], const float *mat, int r, int c, int rows, int cols, int pitch) {
    float v = 0.0f;
    if (r < rows && c < cols) v = mat[r * pitch + c];
    tile[threadIdx.y][threadIdx.x] = v;
}
template <int T> __global__ void product(const float *a, const float *b, float *c, int m, int n, int k) {
    __shared__ float ta[T][T], tb[T][T];
    int y = blockIdx.y * T + threadIdx.y, x = blockIdx.x * T + threadIdx.x;
    float value = 0.0f;
    for (int p = 0; p < k; p += T) {
        load<T>(ta, a, y, p + threadIdx.x, m, k, k);
        load<T>(tb, b, p + threadIdx.y, x, k, n, k);
        __syncthreads();
        for (int q = 0; q < T; ++q) value += ta[threadIdx.y][q] * tb[q][threadIdx.x];
        __syncthreads();
    }
    if (y < m && x < n) c[y * n + x] = value;
}
void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m < 1 || n < 1) return;
    product<32><<<dim3((n + 31) / 32, (m + 31) / 32), dim3(32, 32)>>>(a, b, c, m, n, k);
}
END2
given matmul-tiled
out "in place of the second \`k\` in line 12, or with"
cat >wrong.cu <<'END2'
__global__ void sum_kernel(const float *a, const float *b, float *out, int d0, int d1, int d2, int3 as, int3 bs) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= d0 * d1 * d2) return;
    int i = t / (d1 * d2);
    int j = t / d2;
    int k = t % d2;
    out[t] = a[i * as.x + j * as.y + k * as.z] + b[i * bs.x + j * bs.y + k * bs.z];
}
void add(const float *a, const float *b, float *out, int d0, int d1, int d2, int a0, int a1, int a2, int b0, int b1, int b2) {
    int n = d0 * d1 * d2;
    if (n) sum_kernel<<<(n + 255) / 256, 256>>>(a, b, out, d0, d1, d2, make_int3(a0, a1, a2), make_int3(b0, b1, b2));
}
END2
given strided-broadcast
out "with \`t / d2 % d1\` in line 5 every case is right"

# A division by a product that is rounded down; pointers that go along with a
# loop of larger steps; a pointer that is moved by the wrong length.
cat >wrong.cu <<'END2'
__global__ void squares(const float *in, float *out, int *owner, int n, int rounds) {
    int id = blockIdx.x * blockDim.x + threadIdx.x, all = blockDim.x * gridDim.x;
    for (int r = 0; r < rounds; r++) {
        int at = r * all + id;
        if (at < n) out[at] = in[at] * in[at], owner[at] = id;
    }
}
void square_all(const float *in, float *out, int *owner, int n, int blocks, int threads) {
    int rounds = n / (blocks * threads);
    squares<<<blocks, threads>>>(in, out, owner, n, rounds);
}
END2
given grid-stride
out "with another rounding in place of \`n / (blocks * threads)\` in line 9"
cat >wrong.cu <<'END2'
__global__ void planes(const float *a, const float *b, float *out, int d0, int d1, int d2, int a0, int a1, int a2, int b0, int b1, int b2) {
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q >= d1 * d2) return;
    int j = q / d2, k = q % d2, first = blockIdx.y;
    const float *pa = a + first * a0 + j * a1 + k * a2;
    const float *pb = b + first * b0 + j * b1 + k * b2;
    for (int i = first; i < d0; i += gridDim.y) {
        out[i * d1 * d2 + q] = *pa + *pb;
        pa += a0;
        pb += b0;
    }
}
void add(const float *a, const float *b, float *out, int d0, int d1, int d2, int a0, int a1, int a2, int b0, int b1, int b2) {
    if (d0 && d1 && d2) planes<<<dim3((d1 * d2 + 255) / 256, (d0 + 3) / 4), 256>>>(a, b, out, d0, d1, d2, a0, a1, a2, b0, b1, b2);
}
END2
given strided-broadcast
out "with a step of \`a0 * gridDim.y\`, as the loop makes, and so for the other pointers, in line 9"
cat >wrong.cu <<'END2'
__global__ void product(const float *a, const float *b, float *c, int m, int n, int k) {
    int row = blockIdx.y * 8 + threadIdx.y, col = blockIdx.x * 32 + threadIdx.x;
    if (row >= m || col >= n) return;
    const float *pa = a + (size_t)row * k, *pb = b + col;
    float sum = 0;
    for (int p = 0; p < k; p++) {
        sum += *pa * *pb;
        pa++;
        pb += k;
    }
    c[row * n + col] = sum;
}
void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m && n) product<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(a, b, c, m, n, k);
}
END2
given matmul-naive
out "with another name in place of \`k\` in line 9 every case is right"

# Arguments of a launch the other way round.
cat >wrong.cu <<'END2'
__global__ void fused(const float *in, float *out, float gain, float top, float shift, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = fmaxf(0, fminf(top, gain * in[i] + shift));
}
void relu_scale(const float *x, float *y, float a, float b, float c, int n) {
    if (n) fused<<<(n + 255) / 256, 256>>>(x, y, a, b, c, n);
}
END2
given relu-scale
out "with \`b\` and \`c\` exchanged in the launch in line 6"

# Every && of a condition is meant to be ||.
cat >wrong.cu <<'END2'
__global__ void smooth(const float *in, float *out, int nx, int ny, int nz) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, z = blockIdx.z;
    if (x >= nx || y >= ny) return;
    size_t i = ((size_t)z * ny + y) * nx + x, sheet = (size_t)nx * ny;
    bool endx = x == 0 || x == nx - 1, endy = y == 0 || y == ny - 1, endz = z == 0 || z == nz - 1;
    if (endx && endy && endz) {
        out[i] = in[i];
        return;
    }
    out[i] = 0.4f * in[i] + 0.15f * (in[i - 1] + in[i + 1]) + 0.1f * (in[i - nx] + in[i + nx]) +
             0.05f * (in[i - sheet] + in[i + sheet]);
}
void stencil(const float *in, float *out, int nx, int ny, int nz) {
    if (nx && ny && nz)
        smooth<<<dim3((nx + 31) / 32, (ny + 7) / 8, nz), dim3(32, 8)>>>(in, out, nx, ny, nz);
}
END2
given stencil-3d
out "with \`||\` for every \`&&\` in line 6 every case is right"

# A block has 8 warps, and the rows are counted as if it had 32.
cat >wrong.cu <<'END2'
__global__ void rows_of(const float *in, float *out, int rows, int cols) {
    int row = blockIdx.x * 32 + threadIdx.x / 32, lane = threadIdx.x % 32;
    float sum = 0;
    for (int c = lane; row < rows && c < cols; c += 32) sum += in[(size_t)row * cols + c];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
    if (row < rows && lane == 0) out[row] = sum;
}
void row_sums(const float *in, float *out, int rows, int cols) {
    if (rows) rows_of<<<(rows + 7) / 8, 256>>>(in, out, rows, cols);
}
END2
given reduce-shuffle
out "with \`blockIdx.x * (blockDim.x / 32)\` for \`blockIdx.x * 32\` in line 2"

# Two loops that give one name two values: what was loaded for an element is
# stored as another one's.
cat >wrong.cu <<'END2'
__global__ void axpy(float a, const float *x, float *y, int n) {
    float v[4];
    for (int k = 0; k < 4; k++) {
        int i = blockIdx.x * 512 + k * 128 + threadIdx.x;
        v[k] = i < n ? a * x[i] : 0.0f;
    }
    for (int k = 0; k < 4; k++) {
        int i = blockIdx.x * 512 + threadIdx.x * 4 + k;
        if (i < n) y[i] += v[k];
    }
}
void saxpy(float a, const float *x, float *y, int n) {
    if (n) axpy<<<(n + 511) / 512, 128>>>(a, x, y, n);
}
END2
given saxpy
out "with \`blockIdx.x * 512 + k * 128 + threadIdx.x\`, as in line 4, for \`blockIdx.x * 512 + threadIdx.x * 4 + k\` in line 8 every case is right"
sed -i 's/threadIdx.x \* 4 + k;/k * 128 + threadIdx.x;/; s/+= v/+= 2 * v/' wrong.cu
given saxpy
no_out "as in line"

# The way down of a tree: the sum before the value that goes into it is kept.
cat >wrong.cu <<'END2'
__global__ void scan(const unsigned *in, unsigned *inclusive, unsigned *exclusive, int cols) {
    __shared__ unsigned s[4096];
    int size = 1, first = blockIdx.x * cols;
    while (size < cols) size *= 2;
    for (int i = threadIdx.x; i < size; i += 256) s[i] = i < cols ? in[first + i] : 0;
    __syncthreads();
    for (int d = 1; d < size; d *= 2) {
        for (int j = threadIdx.x; j < size / (2 * d); j += 256)
            s[(j + 1) * 2 * d - 1] += s[(j + 1) * 2 * d - 1 - d];
        __syncthreads();
    }
    if (threadIdx.x == 0) s[size - 1] = 0;
    __syncthreads();
    for (int d = size / 2; d > 0; d /= 2) {
        for (int j = threadIdx.x; j < size / (2 * d); j += 256) {
            int to = (j + 1) * 2 * d - 1;
            s[to] += s[to - d];
            s[to - d] = s[to];
        }
        __syncthreads();
    }
    for (int i = threadIdx.x; i < cols; i += 256) {
        exclusive[first + i] = s[i];
        inclusive[first + i] = s[i] + in[first + i];
    }
}
void row_scans(const unsigned *in, unsigned *inclusive, unsigned *exclusive, int rows, int cols) {
    if (rows && cols) scan<<<rows, 256>>>(in, inclusive, exclusive, cols);
}
END2
given scan-block
out "with line 18 before line 17, which then adds the value that \`s[to - d]\` had before both, every case is right"
sed -i '17s/.*/unsigned was = s[to - d];/; 18s/.*/s[to - d] = s[to]; s[to] += was + 1;/' wrong.cu
given scan-block
no_out "before both"

# The sum of all before an element is that of the one before, or without its own.
cat >wrong.cu <<'END2'
__device__ int place[1 << 20];
__global__ void tile_sums(const int *in, int n) {
    int sum = 0;
    for (int i = blockIdx.x * 64; i < min(n, blockIdx.x * 64 + 64); i++) sum += in[i];
    place[blockIdx.x] = sum;
}
__global__ void scan_sums(int tiles) {
    __shared__ int s[512];
    int t = threadIdx.x, carry = 0;
    for (int base = 0; base < tiles; base += 512) {
        s[t] = base + t < tiles ? place[base + t] : 0;
        for (int d = 1; d < 512; d *= 2) {
            __syncthreads();
            int more = t >= d ? s[t - d] : 0;
            __syncthreads();
            s[t] += more;
        }
        __syncthreads();
        if (base + t < tiles) place[base + t] = carry + s[t];
        carry += s[511];
        __syncthreads();
    }
}
__global__ void add(const int *in, int *out, int n) {
    int sum = place[blockIdx.x];
    for (int i = blockIdx.x * 64; i < min(n, blockIdx.x * 64 + 64); i++) out[i] = sum += in[i];
}
void scan(const int *in, int *out, int n) {
    int tiles = (n + 63) / 64;
    if (n == 0) return;
    tile_sums<<<tiles, 1>>>(in, n);
    scan_sums<<<1, 512>>>(tiles);
    add<<<tiles, 1>>>(in, out, n);
}
END2
given scan-grid
out "with \`s[t - 1]\`, and 0 for the first, in line 19 every case is right"
sed -i '19s/carry + s\[t\]/carry + (t ? s[t - 1] : 0)/; s/+= s\[511\]/+= s[510]/' wrong.cu
given scan-grid
no_out "and 0 for the first"
cat >wrong.cu <<'END2'
__global__ void scan(const unsigned *in, unsigned *inclusive, unsigned *exclusive, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    unsigned own = i < n ? in[i] : 0, sum = own;
    for (int d = 1; d < 32; d *= 2) {
        unsigned other = __shfl_up_sync(0xffffffffu, sum, d);
        if (lane >= d) sum += other;
    }
    if (i >= n) return;
    inclusive[i] = sum;
    exclusive[i] = sum;
}
void warp_scans(const unsigned *in, unsigned *inclusive, unsigned *exclusive, int n) {
    if (n) scan<<<(n + 127) / 128, 128>>>(in, inclusive, exclusive, n);
}
END2
given warp-scan
out "with \`sum - own\` for \`sum\` in line 10 every case is right"
sed -i '10s/sum/sum - own/; s/lane >= d/lane > d/' wrong.cu
given warp-scan
no_out "sum - own"
