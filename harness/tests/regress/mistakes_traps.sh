# Mistakes that stop a kernel, as mistakes.sh has them: wrong accesses, whose
# likely cause only the learner's line shows.
. "$REGRESS/lib.sh"
need_nvcc
export KATA_ROOT="$REGRESS/../../.."
kata start micro-12-week >/dev/null

# The length of another array's row in the index: of two dimensions, and of
# three, through variables.
changed map-2d 's/row \* cols + col\]/row * pitch + col]/'
out "\`out\` has the shape [rows][cols]"
out "computed with pitch, and not with cols"
no_out "has a bounds check"
changed map-2d 's/in\[(size_t)row \* pitch/in[(size_t)row * cols/' # no trap
out "\`in\` has the shape [rows][pitch]"
out "computed with cols, and not with pitch"
no_out "The sum is an int"
changed matmul-tiled 's/b\[(size_t)\(.*\) \* n + col\]/b[(size_t)\1 * k + col]/'
out "\`b\` has the shape [k][n]: a row of it has n elements"
no_out "past the end of \`c\`"
cat >wrong.cu <<'END'
__global__ void weigh(const float *in, float *out, int nx, int ny, int nz) {
    int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
    if (x >= nx) return;
    int slice = nx * nz, i = z * slice + y * nx + x;
    out[i] = in[i];
}
void stencil(const float *in, float *out, int nx, int ny, int nz) {
    if (nx && ny && nz) weigh<<<dim3(ny, nz), nx>>>(in, out, nx, ny, nz);
}
END
given stencil-3d
out "\`in\` has the shape [nz][ny][nx]: a plane of it has ny rows"
out "computed with nz, and not with ny"

# Neighbours that a point at the edge does not have; the check uses <.
sed -i 's/nx \* nz, i/nx * ny, i/; s/out\[i\] = in\[i\]/if (z < nz) out[i] = in[i - 1] + in[i + slice]/' wrong.cu
given stencil-3d
out "This line reads neighbours"
no_out "with < and not <="
no_out "surplus thread"

# A line that every thread comes to, and a row that is shorter than the block.
changed softmax-rows 's/float most = -INFINITY;/float most = x[threadIdx.x];/'
out "Every thread comes to this line"
out "begin with a value that changes nothing"
no_out "Each loop ends at cols"

# A tile of rows of threads, each of which moves one row only.
cat >wrong.cu <<'END'
__global__ void turn(const float *in, float *out, int rows, int cols) {
    __shared__ float t[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (y < rows && x < cols) t[threadIdx.y][threadIdx.x] = in[y * cols + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x, y = blockIdx.x * 16 + threadIdx.y;
    if (y < cols && x < rows) out[y * rows + x] = t[threadIdx.x][threadIdx.y];
}
void transpose(const float *in, float *out, int rows, int cols) {
    dim3 grid((cols + 15) / 16, (rows + 15) / 16);
    if (rows && cols) turn<<<grid, dim3(16, 4)>>>(in, out, rows, cols);
}
END
given transpose
out "here rows in steps of blockDim.y (4)"
no_out "steps of blockDim.x"
no_out "turned round"

# A sum that is cleared after the launch.
changed reduce-grid '/cudaMemsetAsync/d; s/^    \(sum_kernel<<<.*\)/    \1\n    cudaMemsetAsync(out, 0, 4);/'
out "clears \`out\` after the launch"
no_out "cudaMalloc does not clear memory"

# An index that is negative in a char, and one too large for a padded array.
cat >wrong.cu <<'END'
__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    __shared__ unsigned int mine[256];
    mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += 256) {
        signed char c = in[i];
        atomicAdd(&mine[c], 1u);
    }
    __syncthreads();
    out[threadIdx.x] = mine[threadIdx.x];
}
void histogram(const unsigned char *in, unsigned int *out, int n) {
    count<<<1, 256>>>(in, out, n);
}
END
given histogram-private
out "The index is negative"
no_out "Read the bytes as"
sed -i 's/signed char c/char c/' wrong.cu
given histogram-private
out "Line 6 declares \`c\` as char, which is signed"
sed -i 's/char c = in\[i\]/int c = in[i] + in[i] \/ 16/' wrong.cu
given histogram-private
no_out "last thread"

# Cleared bytes, not counters: a pattern of the values does not hide the trap.
cat >wrong.cu <<'END'
__global__ void count(const unsigned char *in, unsigned *out, int n) {
    __shared__ unsigned bins[256];
    bins[threadIdx.x] = 0;
    __syncthreads();
    int step = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        atomicAdd(&bins[in[i]], 1u);
    __syncthreads();
    atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}
void histogram(const unsigned char *in, unsigned *out, int n) {
    cudaMemset(out, 0, 256);
    if (n > 0) count<<<64, 256>>>(in, out, n);
}
END
given histogram-private
out "uninitialised-global"
out "that nothing has written before"
out "cudaMemset counts bytes"

# Far out: by <=, of an array of one element, of one without elements; a row of
# three numbers that the index counts as four.
cat >saxpy.cu <<'END'
__global__ void axpy(float a, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        y[i] = a * x[i] + y[i];
}
void saxpy(float a, const float *x, float *y, int n) {
    if (n) axpy<<<(n + 255) / 256, 256>>>(a, x, y, n);
}
END
cp saxpy.cu wrong.cu
given saxpy
out "is the <= in line 3 meant to be <?"
cat >total.cu <<'END'
__global__ void total(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&out[0], in[i]);
}
void sum(const int *in, int *out, int n) {
    cudaMemset(out, 0, 4);
    if (n) total<<<(n + 255) / 256, 256>>>(in, out, n);
}
END
sed 's/out\[0\]/out[i]/' total.cu >wrong.cu
given reduce-naive
out "has one element, out[0]"

# Memory that each block clears, and sizeof a pointer.
sed '/cudaMemset/d; s/    if (i < n)/    if (threadIdx.x == 0) out[0] = 0;\n    __syncthreads();\n&/' total.cu >wrong.cu
given reduce-naive
out "A block clears \`out\` in line 3"
no_out "make both atomic"
cat >wrong.cu <<'END'
__global__ void count(const unsigned char *in, unsigned *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&out[in[i]], 1u);
}
void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemset(out, 0, sizeof(out));
    if (n) count<<<(n + 255) / 256, 256>>>(in, out, n);
}
END
given histogram-global
out "sizeof(out) in line 6 is the size of the pointer"

# A launch without its shared memory; a step that is one too far; a tile that is
# far too small is not one element too short.
cat >sums.cu <<'END'
__global__ void sums_of(const int *in, int *out, int n) {
    extern __shared__ int tile[];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    tile[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s) tile[t] += tile[t + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = tile[0];
}
void block_sums(const int *in, int *out, int n, int block) {
    if (n) sums_of<<<(n + block - 1) / block, block, block * 4>>>(in, out, n);
}
END
sed 's/, block \* 4>/>/' sums.cu >wrong.cu
given reduce-addressing
out "gives its blocks no shared memory"
no_out "too short"
sed 's/t < s/t <= s/' sums.cu >wrong.cu
given reduce-addressing
out "is the <= meant to be <?"

# The compiler has moved the access to another line; an empty array.
cat >wrong.cu <<'END'
__global__ void rows_of(const int *offsets, const int *cols, const float *values,
                        const float *x, float *y, int rows) {
    int row = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    float sum = 0;
    for (int i = offsets[row] + lane; i < offsets[row + 1]; i += 32)
        sum += values[i] * x[row];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_xor_sync(~0u, sum, d);
    if (lane == 0) y[row] = sum;
}
void spmv(const int *offsets, const int *cols, const float *values, const float *x,
          float *y, int rows, int width, int nnz) {
    if (rows) rows_of<<<(rows + 7) / 8, 256>>>(offsets, cols, values, x, y, rows);
}
END
given spmv-csr
no_out "Every thread comes to this line"
sed -i 's/x\[row\]/x[cols[i]]/; s/i < offsets\[row + 1\]/i < offsets[row] + 1/' wrong.cu
given spmv-csr
no_out "1-byte allocation"

# A <= that is none of the array's end; a store that nothing guards.
sed 's/x + j >= 0 && x + j < w/x + j >= 0/' "$KATA_ROOT/exercises/memory/conv-separable/conv-separable.cu" >wrong.cu
given conv-separable
no_out "<= in line"
sed '/^            if (row0 + y + i < m && col0/d' "$KATA_ROOT/exercises/linear/gemm-batched/gemm-batched.cu" >wrong.cu
given gemm-batched
out "what keeps it inside of the array"
no_out "has a bounds check"
no_out "threadIdx.x == 0"

# A first thread has an element: its index is wrong in another way. An index that
# two threads share is named, and no thread 0 is proposed for it.
changed attention-softmax 's/rows, heads \* lq, lk/rows, lq, lk/'
no_out "Every thread comes to this line"
out "All threads of the block have this index"
sed 's/i <= n/i < n/; s/y\[i\] = a/y[i \/ 2] = a/' saxpy.cu >wrong.cu
given saxpy
out "have the same index here, \`[i / 2]\`"
no_out "threadIdx.x == 0"

# An index that atomicAdd gave, by a shuffle or not; one that comes from a list,
# whose type may be too narrow. Which sizes are right comes first.
changed warp-aggregate 's/__ffs(same) - 1/__ffs(same)/'
out "\`base\` is what atomicAdd on \`count\` returned, and a shuffle hands it on"
no_out "threadIdx.x == 0"
changed warp-aggregate 's/int lane = threadIdx.x % 32/int lane = threadIdx.x/'
out "likely: Right up to n = 31, wrong from n = 33 on"
changed warp-aggregate 's/__popc(same & ((1u << lane) - 1))/__popc(same >> lane)/'
out "The index comes from \`queue\`, and two of its places hold the same number"
no_out "or give each its own element"
changed divergence 's/before += count\[k\]/before += count[k] \/ 2/'
out "Two of the counters gave the same one"
no_out "threadIdx.x == 0"
changed divergence 's/unsigned short order\[TILE\], /unsigned char order[TILE];\n    __shared__ unsigned short /'
out "larger numbers than 255 are cut"

# Two lines that store to the same elements.
cat >wrong.cu <<'END'
__global__ void copy_of(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 *in4 = (const float4 *)in;
    float4 *out4 = (float4 *)out;
    if (i < n / 4)
        out4[i] = in4[i];
    int rest = n / 4 + i;
    if (i < n % 4) out[rest] = in[rest];
}
void copy(const float *in, float *out, int n) {
    if (n) copy_of<<<(n + 1023) / 1024, 256>>>(in, out, n);
}
END
given copy-ceiling
out "Lines 6 and 8 both store to this element of \`out\`"

sed -i 's/if (i < n \/ 4)/if (i < n)/' wrong.cu
given copy-ceiling
out "This line takes 4 elements of \`in\` at once, and 1 is left there"

# A counter that nobody set to 0, and the wild index that comes of it.
changed divergence '/count\[t\] = 0;/d'
out "\`count\` is uninitialised"
no_out "The last tile has fewer"
changed divergence 's/k < t; k++/k <= t; k++/'
out "\`order\` is uninitialised"

# A trap of a case before the one that loses the device is told with its line.
changed production-code 's/args, 0, stream)/args, 0, 0)/'
out "stream-race"
out "Give it the stream"

# A bulk copy is no vector access.
changed bulk-copy 's/start \/ UNIT \* UNIT;/start;/'
out "the size of a bulk copy are multiples of 16"
no_out "float4"

# Memory of the learner's own that is as large as an argument has not its name.
cat >wrong.cu <<'END'
__global__ void add(const float *a, const float *b, float *sum, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) sum[i] = a[i] + b[i];
}
__global__ void shift(const float *sum, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = sum[i + 1];
}
void vector_add(const float *a, const float *b, float *c, int n) {
    float *sum;
    if (n == 0) return;
    cudaMalloc(&sum, n * sizeof(float));
    add<<<(n + 255) / 256, 256>>>(a, b, sum, n);
    shift<<<(n + 255) / 256, 256>>>(sum, c, n);
    cudaFree(sum);
}
END
given vector-add
out "just past the end of a 4-byte allocation"
no_out "the end of \`"

# An index that no check tests, and one below 0: neither is a <= that should be
# <, and nothing is past an end.
changed copy-ceiling 's/out\[i\] = in\[i\]/out[i + 1] = in[i]/'
out "the index in line 18, \`i + 1\`, is 1"
no_out "meant to be <?"
changed copy-ceiling 's/out\[i\] = in\[i\]/out[i] = in[i - 1]/'
out "is -1 here, and indices begin at 0"
no_out "past the end of an array"

# A pointer into a row, whose number is multiplied by another size; what was
# read past the end is no garbage that made the index.
cat >wrong.cu <<'END'
__global__ void naive(const float *a, const float *b, float *c, int m, int n,
                      int k) {
    int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
    if (row >= m || col >= n) return;
    const float *mine = a + (size_t)row * n;
    float sum = 0;
    for (int p = 0; p < k; p++)
        sum += mine[p] * b[p * n + col];
    c[row * n + col] = sum;
}
void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    dim3 grid((n + 15) / 16, (m + 15) / 16);
    if (m && n) naive<<<grid, dim3(16, 16)>>>(a, b, c, m, n, k);
}
END
given matmul-naive
out "a row of it has k elements. Line 5 multiplies the number of the row by n"
changed matmul-register-1d 's/inside = q < k \&\& j < n/inside = q < n \&\& j < n/'
no_out "is uninitialised"

# Updates of one element: whose they are is asked, not told.
sed 's/atomicAdd(&out\[0\], in\[i\])/out[0] += in[i]/' total.cu >wrong.cu
given reduce-naive
out "Several threads of a block update \`out[0]\`"
out "Is one thread to do it for all?"
sed -i 's/i <= n/i < n/' saxpy.cu
sed 's/= blockIdx.x \* blockDim.x + threadIdx.x/= threadIdx.x/' saxpy.cu >wrong.cu
given saxpy
out "its index is computed from threadIdx and not from blockIdx"
no_out "in a second kernel"
sed 's/blockIdx.x \* blockDim/blockIdx.x * gridDim/' saxpy.cu >wrong.cu
given saxpy
out "multiplies blockIdx.x by gridDim.x, the number of blocks"
sed 's/+ threadIdx.x/+ threadIdx.y/' saxpy.cu >wrong.cu
given saxpy
out "uses threadIdx.y, which is 0 in every thread"
changed scan-block 's/if (threadIdx.x == 0) tile/tile/'
out "all of them store to one element there"

# A block without threads; a variable without a value, which nothing else shows.
sed 's/256, 256>>>/256, n \/ 4096>>>/' saxpy.cu >wrong.cu
given saxpy
out "a block has no threads"
no_out "rounds down"
changed fp16-against-fp32 's/float sum = 0;/float sum;/'
out "declares \`sum\` without a value"

# The barrier after an asynchronous copy: no fault of the host.
changed matmul-double-buffer 's/__syncthreads(); \/\/ everybody.*//'
out "that the asynchronous copy of line"
no_out "Host code crashed"

# A shared variable that all threads set.
changed block-primitives 's/if (threadIdx.x == 0) shared_top = top/shared_top = top/'
out "Several threads store to \`shared_top\`, and each another value"

# Too many threads, and a grid that no block could be; a plain read after
# atomic updates; a plain update beside one; shared memory for one array of two.
changed matmul-register-1d 's/TILE_M \/ ROWS \* TILE_N;/TILE_M * TILE_N;/'
out "\`THREADS\` is 4096, and a block has at most 1024 threads"
no_out "swapped"
changed matmul-register-1d 's/y = t \/ TILE_N \* ROWS;/y = t \/ TILE_N;/'
out "gives each thread 8 elements along \`i\`"
no_out "Right up to"
changed races-three '/counted | read/d'
out "this line reads what others still update: put __syncthreads() between"
no_out "use an atomic operation in both"
changed histogram-private 's/atomicAdd(&bins\[four >> 24\], 1u)/bins[four >> 24] += 1u/'
out "Use an atomic operation there, too"
changed races-three 's/2 \* block \* sizeof/block * sizeof/'
out "must be the bytes of all arrays that lie there"

# An index past the end of an array of the thread's own.
cat >wrong.cu <<'END'
const int SIZE = 32;
__global__ void sort_kernel(const float *in, float *out, int n) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g >= n) return;
    float v[SIZE];
#pragma unroll
    for (int k = 0; k < SIZE; k++)
        v[k] = in[(size_t)k * n + g];
#pragma unroll
    for (int pass = 0; pass < SIZE; pass++)
#pragma unroll
        for (int k = pass % 2; k < SIZE; k += 2) {
            float low = fminf(v[k], v[k + 1]), high = fmaxf(v[k], v[k + 1]);
            v[k] = low;
            v[k + 1] = high;
        }
#pragma unroll
    for (int k = 0; k < SIZE; k++)
        out[(size_t)k * n + g] = v[k];
}
void sort_groups(const float *in, float *out, int n) {
    if (n) sort_kernel<<<(n + 127) / 128, 128>>>(in, out, n);
}
END
given register-spills
out "\`v\` has 32 elements, 0 to 31, and line 13 uses \`v[k + 1]\`"
out "so this can be element 32"

# Rows without a barrier between them: the wait is for a phase that nobody has
# arrived in, and everybody has arrived in those before.
changed bulk-copy '/parity ^= 1/d'
out "they wait with parity"
no_out "arrivals are missing"

# An answer that is not written in full is read by a line of kata's own.
cat >wrong.cu <<'END'
typedef void (*Layer)(int, const float *, float *, int, int, cudaStream_t);
static Layer run;
static int layers, n;
static float *a[2];
void server_begin(Layer layer, int l, int width, int most) {
    run = layer, layers = l, n = width;
    for (int i = 0; i < 2; i++)
        cudaMalloc(&a[i], (size_t)most * width * sizeof(float));
}
void server_answer(const float *x, float *y, int batch, cudaStream_t s) {
    for (int i = 0; i < layers; i++)
        run(i, i ? a[i % 2] : x, a[1 - i % 2], batch, n, s);
    cudaMemcpyAsync(y, a[1 - (layers - 1) % 2], (size_t)n * sizeof(float),
                    cudaMemcpyDeviceToDevice, s);
}
void server_end() {
    cudaFree(a[0]);
    cudaFree(a[1]);
}
END
given graph-infer
no_out "Start at the line that is named above"
no_out "cudaMalloc does not clear memory"
# Operands of asm are numbered from the first output on.
changed inline-ptx 's/%0, %9, %17/%0, %8, %16/'
out "The asm in line 8 reads %8, which is one of its outputs"
out "the first input is %9"
no_out "begin with garbage"

# Registers in braces are the result of one instruction, and none is read.
cat >wrong.cu <<'END'
__global__ void halves(const unsigned *a, unsigned *sum, unsigned *over, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long both = (unsigned long long)a[0] << 32 | a[1];
    unsigned low, high, never;
    asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(both));
    asm("mov.u32 %0, %1;" : "=r"(low) : "r"(never));
    if (i < n) sum[i] = low, over[i] = high;
}
void add256(const unsigned int *a, const unsigned int *b, unsigned int *sum,
            unsigned int *over, int n) {
    if (n > 0) halves<<<(n + 255) / 256, 256>>>(a, sum, over, n);
}
END
given inline-ptx
out uninitialised-local
no_out "one of its outputs"

# A call that was not told its stream.
changed cublas-call '/cublasSetStream/d'
out "Was the work in the default stream meant for stream"

# An address far past its array: the array that lies there is not the line's.
cat >wrong.cu <<'END'
const int BLOCK = 128;
__global__ void add(float a, const float *x, float *y, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x, all = gridDim.x * BLOCK;
    const float4 *from = (const float4 *)x;
    if (i >= n / 4) return;
    float4 v = from[i + 2 * all];
    for (int t = 4 * i; t < 4 * i + 4; t++)
        y[t] += a * v.x;
}
void saxpy(float a, const float *x, float *y, int n) {
    if (n > 0) add<<<(n + 511) / 512, BLOCK, 48 * 1024>>>(a, x, y, n);
}
END
given ilp
no_out "the index in line 8"
echo ok

# An unrolled loop has no next round on the device; the file shows it.
cat >rounds.cu <<'END'
__global__ void add(const float *a, const float *b, float *c, int n) {
    __shared__ float part[256];
    int t = threadIdx.x;
#pragma unroll
    for (int g = 0; g < 2; g++) {
        int i = (blockIdx.x * 2 + g) * 256 + t;
        part[t] = i < n ? a[i] + b[i] : 0;
        __syncthreads();
        float x = part[(t + 64) % 256];
        int to = (blockIdx.x * 2 + g) * 256 + (t + 64) % 256;
        if (to < n) c[to] = x;
    }
}
void vector_add(const float *a, const float *b, float *c, int n) {
    if (n) add<<<(n + 511) / 512, 256>>>(a, b, c, n);
}
END
cp rounds.cu wrong.cu
given vector-add
out "There is a barrier between lines 7 and 9"
out "at the end of the loop"

# A store that ends far past memory of the program's own was meant for the
# array that its line names.
cat >wrong.cu <<'END'
__global__ void add(const float *a, const float *b, float *c, int n, int *three) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    long at = i < n ? i : three - (int *)c + 600;
    c[at] = a[i % n] + b[i % n];
}
void vector_add(const float *a, const float *b, float *c, int n) {
    int *three;
    cudaMalloc(&three, 3 * sizeof(int));
    if (n) add<<<n / 256 + 1, 256>>>(a, b, c, n, three);
    cudaFree(three);
}
END
given vector-add
out "far outside of \`c\`"
no_out "12-byte allocation"

# A race in most cases, and memory that is unfilled in all of them for that
# reason: trap, hint and verdict speak of the race.
changed graph-infer 's/layer(i, i % 2 ? odd : even, i % 2 ? even : odd/layer(i, even, even/'
out "reads and writes the same array"
out "FAIL (modelled): global-race at"
no_out "Something is read that"

# 32 places for the sums of warps, and 8 warps: all lanes of the first one read.
changed dot-product 's/part\[WARPS\]/part[32]/; s/lane < WARPS ? part\[lane\] : 0.0f/part[lane]/'
out "the block has 8 warps, and each has stored one"
no_out "Either the thread for it"

# The padding of a row is treated as pixels.
changed map-2d 's/col >= cols/col >= pitch/; s/dim3 grid((cols/dim3 grid((pitch/'
out "\`col\` is compared with pitch, and a row of \`out\` has cols elements"
no_out "is the index unique"

# Bytes that are read as signed ones; a tile whose end nobody fills.
cat >wrong.cu <<'END'
__global__ void count(const char4 *in, unsigned *out, int n) {
    __shared__ unsigned bins[256];
    bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n / 4; i += 256) {
        atomicAdd(&bins[in[i].x], 1u);
        atomicAdd(&bins[in[i].y], 1u);
    }
    __syncthreads();
    out[threadIdx.x] = bins[threadIdx.x];
}
void histogram(const unsigned char *in, unsigned *out, int n) {
    count<<<1, 256>>>((const char4 *)in, out, n);
}
END
given histogram-private
out "as char4, which is signed"
no_out "at the edges"
changed conv-1d 's/i < TILE + k - 1/i < TILE + k \/ 2/'
out "and the first"
out "the loop that fills them ends too early"
no_out "failed an"

# A place for each of 2048 blocks, and a grid of as many as the vector takes.
cat >wrong.cu <<'END'
__device__ float part[2048];
__global__ void multiply(const float *a, const float *b, int n) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float v = i < n ? a[i] * b[i] : 0.0f;
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d);
    __shared__ float sums[32];
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x > 0) return;
    for (int w = 1; w < 32; w++) sums[0] += sums[w];
    part[blockIdx.x] = sums[0];
}
__global__ void finish(float *out, int blocks) {
    float sum = 0.0f;
    for (int i = threadIdx.x; i < blocks; i += 32) sum += part[i];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x == 0) *out = sum;
}
void dot(const float *a, const float *b, float *out, int n) {
    int blocks = (n + 1023) / 1024;
    if (n) multiply<<<blocks, 1024>>>(a, b, n);
    finish<<<1, 32>>>(out, blocks);
}
END
given dot-product
out "the grid has more blocks than places"
no_out "past the end of a vector"

# The last steps by one warp, without a barrier and in no loop.
cat >wrong.cu <<'END'
__global__ void sums(const float *in, float *out, int n) {
    __shared__ float tile[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    tile[t] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int s = 128; s > 32; s /= 2) {
        if (t < s) tile[t] += tile[t + s];
        __syncthreads();
    }
    if (t < 32) {
        tile[t] += tile[t + 32];
        tile[t] += tile[t + 16];
        tile[t] += tile[t + 8];
        tile[t] += tile[t + 4];
        tile[t] += tile[t + 2];
        tile[t] += tile[t + 1];
    }
    if (t == 0) out[blockIdx.x] = tile[0];
}
void block_sums(const float *in, float *out, int n) {
    if (n) sums<<<(n + 255) / 256, 256>>>(in, out, n);
}
END
given reduce-shared
out "lanes of a warp need not run in step"
no_out "In a loop"

# A thread returns, and its block ends before others have added to it.
changed clusters-dsmem 's/^    int all = gridDim.x/    if (blockIdx.x * BLOCK + threadIdx.x >= n) return;\n&/'
out "threads return before it, in line 23"
no_out "End the kernel with"

# Ranks make the same call, but for one argument.
changed nccl-debug 's/ncclUint32, 0, r.comm/ncclUint32, r.rank, r.comm/'
out "with root 0, rank"
changed nccl-debug 's/begin\[t + 1\] - begin\[t\], ncclUint32/(begin[t + 1] - begin[t]) * 4, ncclUint32/'
out "A count of NCCL is in elements"
no_out "leading dimensions"

# The array's pointer is moved before: the index of the line is not the whole.
changed gemm-small-shapes 's/c += (size_t)i \* m \* n;/c += (size_t)i * m * k;/'
out "moves \`c\`, and line"
no_out "test this whole index"
changed gemm-small-shapes 's/c += (size_t)i \* m \* n;/c = c + (size_t)i * m * n * 2;/'
out "moves \`c\`, and line"
no_out "All threads of the block have this index"

# A division that rounds up, of a number that is 0.
cat >wrong.cu <<'END'
__global__ void scale(float *x, int head, int body, int tail) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < head) x[i] *= 2.0f;
    if (i < body) {
        float4 *p = (float4 *)(x + head) + i, v = *p;
        *p = make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w);
    }
    if (i < tail) x[head + 4 * body + i] *= 2.0f;
}
void double_slice(float *x, int first, int n) {
    if (n == 0) return;
    int head = min((4 - first % 4) % 4, n), body = (n - head) / 4;
    scale<<<(body + 255) / 256, 256>>>(x + first, head, body, n - head - 4 * body);
}
END
given vector-loads
out "so the number that is divided is 0 or less"
no_out "Round up"

# The exercise's words stand alone where the device could only guess.
changed clusters-dsmem 's|    cluster.sync(); // all are counted.*|    __syncthreads();|'
out "All blocks meet at cluster.sync() after the last addition"
no_out "End the kernel with"

# One block, and the whole grid's index: more blocks are meant, no loop.
changed vector-add 's/<<<blocks, threads>>>/<<<1, n>>>/'
out "start more blocks of fewer threads"
no_out "let each thread take several elements"

# A stride of blocks alone.
changed grid-stride 's/gridDim.x \* blockDim.x/gridDim.x/; s/blockDim.x \* gridDim.x/gridDim.x/'
out "gridDim.x counts blocks"

# A mask of one lane, each lane's own; a mask of the lanes below is none.
changed dot-product 's/__shfl_down_sync(ALL/__shfl_down_sync(1u << (threadIdx.x % 32)/'
out "which names one lane, so each lane is alone in its call"
changed dot-product 's/__shfl_down_sync(ALL/__shfl_down_sync((1u << (threadIdx.x % 32)) - 1/'
no_out "names one lane"

# The tests use what a copy still works on.
changed p2p 's/cudaStreamSynchronize([^)]*);//g; s/cudaDeviceSynchronize();//g'
out "nothing orders it after what line"
no_out "Was the work in"
no_out "host function"
# A host function of the stream orders nothing for it.
changed p2p 's/cudaStreamSynchronize([^)]*);//; s/cudaDeviceSynchronize();//; s/^void exchange/static void noted(void *) {}\n&/; s/^    cudaMemcpyPeerAsync(from_0/    cudaLaunchHostFunc(out[0], noted, nullptr);\n&/'
out "The host function of line $(grep -n 'HostFunc' wrong.cu | head -1 | cut -d: -f1) runs after the work before it in its stream"
out "recorded after line"
no_out "wait for that stream at its end"

# The line stores into a tile of its own what it reads from another block.
cat >wrong.cu <<'END2'
__global__ void both(const float *image, const float *taps_x,
                     const float *taps_y, float *out, float *between, int h,
                     int w, int r) {
    const int TALL = 16, ROWS = 8;
    __shared__ float tile[TALL + 64][32];
    int x = blockIdx.x * 32 + threadIdx.x, first = blockIdx.y * TALL;
    for (int i = threadIdx.y; i < TALL; i += ROWS) {
        int y = first + i;
        if (x >= w || y >= h) continue;
        float sum = 0.0f;
        for (int j = -r; j <= r; j++)
            if (x + j >= 0 && x + j < w)
                sum += taps_x[j + r] * image[(size_t)y * w + x + j];
        between[(size_t)y * w + x] = sum;
    }
    __syncthreads();
    for (int i = threadIdx.y; i < TALL + 2 * r; i += ROWS) {
        int y = first + i - r;
        bool inside = x < w && y >= 0 && y < h;
        tile[i][threadIdx.x] = inside ? between[(size_t)y * w + x] : 0.0f;
    }
    __syncthreads();
    for (int i = threadIdx.y; i < TALL; i += ROWS) {
        if (x >= w || first + i >= h) continue;
        float sum = 0.0f;
        for (int j = 0; j <= 2 * r; j++)
            sum += taps_y[j] * tile[i + j][threadIdx.x];
        out[(size_t)(first + i) * w + x] = sum;
    }
}
void filter(const float *in, const float *taps_x, const float *taps_y,
            float *between, float *out, int h, int w, int r) {
    if (h == 0 || w == 0) return;
    dim3 block(32, 8), grid((w + 31) / 32, (h + 15) / 16);
    both<<<grid, block>>>(in, taps_x, taps_y, out, between, h, w, r);
}
END2
given conv-separable
out "another block writes"
no_out "computed from threadIdx and not from blockIdx"

# A wait that leaves one group too many: the exercise's words stand alone.
changed cp-async 's|__pipeline_wait_prior(STAGES - 1)|__pipeline_wait_prior(STAGES)|'
out "Count the groups at the wait"
no_out "Wait for the copy first"

# The elements of the file: four numbers each.
changed nbody-tile 's/j < n ? bodies\[j\]/j < n ? bodies[j + n]/'
out "\`bodies\` has 1 element here"

# Two lines that no loop has in common, and no barrier between them.
changed block-primitives '/before temp is used again/d'
out "still at line 32: put __syncthreads() between the two"
no_out "next round of the loop"

# A store that depends on the value: the exercise's words, and no order.
changed floyd-warshall 's/: FAR;/: 0;/'
out "Then the numbers are wrong, not the barriers"
no_out "let all read into a variable"

# A grid that waits once in a round, and needs to wait twice.
changed grid-sync 's/int \*to = .*/int *to = other;/
s/if (s + 1 < steps) grid.sync.*/grid.sync(); for (int i = first; i < n; i += all)/
s/from = to;/out[i] = other[i]; from = out;/'
out "of the next round: put a second grid.sync() at the end"
no_out "Then a __syncthreads() orders them"
no_out "was not launched with cudaLaunchCooperativeKernel"

# No advice to add by atomics where a gate allows none.
run kata check embedding --file \
    "$KATA_ROOT/solutions/norms/embedding/mutants/lost-updates.cu"
status 1
tr -s '\n ' ' ' <stdout.txt >flat.txt
mv flat.txt stdout.txt
no_out "use atomicAdd"
out "let one thread add up all that belongs to the element"

# Loops that are the same in every thread, step by 1, or step by a sum.
cat >wrong.cu <<'END2'
__global__ void saxpy_kernel(float a, const float *x, float *y, int n) {
    for (int j = 0; j < n; j++)
        y[j] = a * x[j] + y[j];
}
void saxpy(float a, const float *x, float *y, int n) {
    if (n) saxpy_kernel<<<(n + 255) / 256, 256>>>(a, x, y, n);
}
END2
given saxpy
out "The loop of line 2 is the same in every thread"
no_out "atomicAdd"
changed grid-stride 's/gridDim.x \* blockDim.x/gridDim.x + blockDim.x/; s/blockDim.x \* gridDim.x/gridDim.x + blockDim.x/'
out "steps by a sum"
no_out "atomicAdd"

# A column below cols does not leave a row of pitch elements, which is longer.
changed map-2d 's/brighten_kernel<<<\(.*\)rows, cols, pitch/brighten_kernel<<<\1cols, rows, pitch/'
no_out "is compared with cols"

# A launch for each element: kata has the sums of what it keeps no list of.
cat >wrong.cu <<'END2'
__global__ void number(int *out, int i) { out[i] = i; }
void hello(int *out, int n) {
    for (int i = 0; i < n; i++)
        number<<<1, 1>>>(out, i);
}
END2
given hello
out "FAIL launches 100000 at most 2"
no_out "who computed it"

# Rows of three, written as vectors of four.
changed nbody-tile 's/float \*acc, float soft2,$/float4 *acc, float soft2,/
s/acc\[3 \* i\] = a.x;/acc[i] = make_float4(a.x, a.y, a.z, 0);/
/acc\[3 \* i + [12]\]/d
s/^\( *\)acc, soft2, n);/\1(float4 *)acc, soft2, n);/'
out "a row of it has 3: a vector of 4 does not fit its rows"

# A clear in a loop is no update, and a barrier is what is missing.
cat >wrong.cu <<'END2'
__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    __shared__ unsigned int h[256];
    for (int k = 0; k < 256; k++) h[k] = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&h[in[i]], 1u);
    __syncthreads();
    atomicAdd(&out[threadIdx.x], h[threadIdx.x]);
}
void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemset(out, 0, 256 * sizeof(unsigned int));
    if (n) count<<<528, 256>>>(in, out, n);
}
END2
given histogram-private
no_out "by a read and a write"
no_out "is the same in every thread"

# Each thread adds a value of its own to every element: the loop is as meant.
cat >wrong.cu <<'END2'
__global__ void saxpy_kernel(float a, const float *x, float *y, int n) {
    float mine = a * x[threadIdx.x % n];
    for (int j = 0; j < n; j++)
        y[j] += mine;
}
void saxpy(float a, const float *x, float *y, int n) {
    if (n) saxpy_kernel<<<(n + 255) / 256, 256>>>(a, x, y, n);
}
END2
given saxpy
no_out "is the same in every thread"

# A fill inside of the loop that some blocks do not enter.
cat >wrong.cu <<'END2'
__global__ void count(const unsigned char *in, unsigned int *out, int n) {
    __shared__ unsigned int h[256];
    for (int base = blockIdx.x * blockDim.x; base < n; base += gridDim.x * blockDim.x) {
        h[threadIdx.x] = 0;
        __syncthreads();
        int i = base + threadIdx.x;
        if (i < n) atomicAdd(&h[in[i]], 1u);
        __syncthreads();
    }
    atomicAdd(&out[threadIdx.x], h[threadIdx.x]);
}
void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemset(out, 0, 256 * sizeof(unsigned int));
    if (n == 0) return;
    count<<<528, 256>>>(in, out, n);
}
END2
given histogram-private
out "is filled in the loop of line 3 only"
no_out "Fill it first"

# The result of an atomic, stored once more; in another variable it is as meant.
cat >wrong.cu <<'END2'
__global__ void sum_kernel(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[0] = atomicAdd(&out[0], in[i]) + in[i];
}
void sum(const int *in, int *out, int n) {
    cudaMemsetAsync(out, 0, sizeof(int));
    if (n == 0) return;
    int threads = 256;
    sum_kernel<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
END2
given reduce-naive
out "has already stored into"
no_out "Then use atomicAdd"

# Threads that fill several elements of a tile, and leave one out at the end of
# the array; then a value of each warp that no lane of its own reads.
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
out "an \`if\` leaves some out"
no_out "let each thread fill several"
sed -i 's|if (t < k) w\[t\] = taps\[t\];|if (t % 32 == 0 \&\& t / 32 < k) w[t / 32] = taps[t / 32];|; s|if (i + BLOCK < n) \(.*\) = in|\1 = i + BLOCK >= n ? 0.0f : in|' wrong.cu
given conv-1d
no_out "each has stored one"

# An mbarrier orders what is read after what is stored, and the other way round.
changed async-barrier 's/now = buffer\[s % 2\]/now = buffer[0]/'
out "at it after it has read, and waits"
no_out "Lanes of a warp may run"
changed async-barrier '/while (!__mbarrier_test_wait/,/;/d'
out "at it after it has stored, and waits"
# Of several, nobody knows which is meant.
changed async-barrier 's/__mbarrier_t ready;/__mbarrier_t ready, other;/; s/if (i == 0) __mbarrier_init(&ready/if (i == 0) __mbarrier_init(\&other, 1), __mbarrier_init(\&ready/; s/now = buffer\[s % 2\]/now = buffer[0]/'
out "The block has several mbarriers. One orders the two only if"
no_out "mbarrier of line"

# A store of CUB without a count: there is nothing to read.
changed block-primitives 's/Store(prefix + base, y, count)/Store(prefix + base, y)/'
out "Store the same count"
no_out "let it read only"

# An index from a function of the file need not be the same in all threads.
cat >wrong.cu <<'END2'
__device__ int own() {
    return threadIdx.x / 2;
}
__global__ void add(const float *a, const float *b, float *c, int n) {
    int at = blockIdx.x * 256 + own();
    if (at < n) c[at] = a[at] + b[threadIdx.x % n];
}
void vector_add(const float *a, const float *b, float *c, int n) {
    if (n) add<<<(n + 255) / 256, 256>>>(a, b, c, n);
}
END2
given vector-add
out "Two threads of a block have the same index here, \`[at]\`"
no_out "is to store for all"

# Copies from and to the exercise's arrays, and a memset of another array's size.
cat >wrong.cu <<'END2'
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
void vector_add(const float *a, const float *b, float *c, int n) {
    float *mine, *sum;
    size_t bytes = n * sizeof(float);
    cudaMalloc(&mine, bytes + 4);
    cudaMalloc(&sum, bytes + 4);
    cudaMemcpy(mine, a, bytes, cudaMemcpyHostToDevice);
    if (n) add<<<(n + 255) / 256, 256>>>(mine, b, sum, n);
    cudaMemcpy(c, sum, bytes, cudaMemcpyDeviceToHost);
    cudaFree(mine);
    cudaFree(sum);
}
END2
given vector-add
out "\`a\` is device memory already"
no_out "the wrong way round"
changed reduce-naive 's/cudaMemsetAsync(out, 0, sizeof(int))/cudaMemsetAsync(out, 0, n * sizeof(int))/; s/cudaMemset(out, 0, sizeof(int))/cudaMemset(out, 0, n * sizeof(int))/'
out "\`out\` has 1 element here, which is 4 bytes"
no_out "Sizes are in bytes"
# A symbol has to be copied to, whatever memory the array lies in.
changed constant-texture '/cudaMemcpyToSymbolAsync/,/DeviceToDevice/c cudaMemcpyToSymbol(coefficients, coef, terms * sizeof(float));'
out "end the call with"
no_out "and nothing copied"
# The caller's array is freed, and kata's own read of it is not the place.
changed find-overlap 's/cudaFree(spare)/cudaFree(x)/'
out "wrong.cu:35"
out "This frees memory that your function was given"

# One block too many, each with a place of its own.
changed reduce-shared 's/<<<blocks, /<<<blocks + 1, /; s/<<<(n + BLOCK - 1) \/ BLOCK, /<<<(n + BLOCK - 1) \/ BLOCK + 1, /'
out "The grid has more blocks than \`out\` has elements"
no_out "how is it computed"

# A shuffle from a lane whose number is written down, in a mask of fewer lanes.
sed 's/__shfl_sync(mask, sum, last)/__shfl_sync(mask, sum, 31)/' \
    "$KATA_ROOT/exercises/debug/find-mask/find-mask.cu" |
    sed 's|if (i < end) {|mask = __ballot_sync(ALL, i < end); &|' >wrong.cu
given find-mask
out "Lane 31 has no part in this call"
no_out "keep it outside of any"

# One line reads an element of an array and writes another.
cat >wrong.cu <<'END2'
__global__ void scan_kernel(const int *in, int *out, int n) {
    __shared__ int part[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    part[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    int sum = 0;
    for (int k = 0; k <= threadIdx.x; k++)
        sum += part[k];
    if (i < n) out[i] = sum + (blockIdx.x > 0 ? out[blockIdx.x * 256 - 1] : 0);
}
void scan(const int *in, int *out, int n) {
    if (n > 0) scan_kernel<<<(n + 255) / 256, 256>>>(in, out, n);
}
END2
given scan-grid
out "This line stores to \`out\`, and reads what another thread stores there"
no_out "An update such as"

# Between two arrays: past the end of the one, or before the other.
cat >wrong.cu <<'END2'
__global__ void mm(const float *A, const float *B, float *C, int m, int n, int k) {
    int col = blockIdx.x * 32 + threadIdx.x;
    int row = blockIdx.y * 8 + threadIdx.y;
    if (row >= m || col >= n) return;
    float sum = 0;
    for (int j = 0; j < k; ++j) {
        float left = A[row * n + j];
        sum += left * B[j * n + col];
    }
    C[row * n + col] = sum;
}
void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    mm<<<dim3((n + 31) / 32, (m + 7) / 8), dim3(32, 8)>>>(a, b, c, m, n, k);
}
END2
given matmul-naive
no_out "The index is below 0 here"
# A variable of shared memory that is no array; a block of n threads.
cat >wrong.cu <<'END2'
__global__ void sums(const int *in, int *out, int n) {
    __shared__ int total;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) total += in[i];
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(out, total);
}
void sum(const int *in, int *out, int n) {
    cudaMemset(out, 0, sizeof(int));
    if (n > 0) sums<<<(n + 255) / 256, 256>>>(in, out, n);
}
END2
given reduce-naive
out "atomicAdd(&total, ...)"
changed vector-add 's/<<<[^>]*>>>/<<<blocks + 1, n < 256 ? n : 256>>>/; s/if (n == 0) return;//'
out "\`n\` is 0 in this case, so a block has no threads"
# More arrivals than a phase has: the mbarrier was initialised all the same.
cp "$KATA_ROOT/solutions/hardware/bulk-copy/mutants/all-threads-copy.cu" wrong.cu
given bulk-copy
out "All arrivals of this phase are there already"
# A generic pointer into shared memory is no index below 0.
changed gemm-tf32-bf16 '45s/TILE/k/'
no_out "The index is negative"

# Four pixels at once, in rows that are no multiple of four.
cat >wrong.cu <<'END2'
__global__ void four(const unsigned char *in, unsigned char *out, int rows,
                     int cols, int pitch, int delta) {
    int c = 4 * threadIdx.x, row = blockIdx.x;
    for (; c + 3 < cols; c += 4 * blockDim.x) {
        uchar4 p = *(const uchar4 *)(in + row * pitch + c);
        p.x = min(max(p.x + delta, 0), 255);
        *(uchar4 *)(out + row * cols + c) = p;
    }
}
void brighten(const unsigned char *in, unsigned char *out, int rows, int cols,
              int pitch, int delta) {
    if (rows && cols) four<<<rows, 64>>>(in, out, rows, cols, pitch, delta);
}
END2
given map-2d
out "takes 4 elements of \`out\` at once"
out "A row has \`cols\` elements"

# A clear in each block, where an edit makes every case right by chance; all
# lanes of a warp that store its sum; a loop that tests at its end; the index of
# a block's first element for that of the block.
cat >wrong.cu <<'END2'
__global__ void sum_kernel(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) out[0] = 0;
    __syncthreads();
    if (i < n) atomicAdd(&out[0], in[i]);
}
void sum(const int *in, int *out, int n) {
    sum_kernel<<<n ? (n + 255) / 256 : 1, 256>>>(in, out, n);
}
END2
given reduce-naive
out "Clear it before the launch"
no_out "kata has tried"
changed dot-product 's/if (lane == 0) part\[warp\] = v;/part[threadIdx.x \/ 32] = v;/'
out "All 32 lanes of a warp store to this one element"
cat >wrong.cu <<'END2'
__global__ void square(const float *in, float *out, int *owner, int n) {
    int me = blockIdx.x * blockDim.x + threadIdx.x, i = me;
    do {
        out[i] = in[i] * in[i];
        owner[i] = me;
        i += gridDim.x * blockDim.x;
    } while (i < n);
}
void square_all(const float *in, float *out, int *owner, int n, int blocks, int threads) {
    square<<<blocks, threads>>>(in, out, owner, n);
}
END2
given grid-stride
out "The loop of line 3 asks after each round"
changed reduce-shared 's/out\[blockIdx.x\]/out[blockIdx.x * blockDim.x + tid]/'
out "Then its index is blockIdx.x"

# A read that lands in or after an array which its line only stores to; and one
# that the compiler moved to a line without an index.
cat >wrong.cu <<'END2'
__global__ void add(const float *a, const float *b, float *c, int n, int far) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i + far] + b[i];
}
void vector_add(const float *a, const float *b, float *c, int n) {
    if (n) add<<<(n + 255) / 256, 256>>>(a, b, c, n, (int)(c - a) + n);
}
END2
given vector-add
out "1024 bytes past the end of \`a\`"
out "Line 3 checks \`i\`, and this line goes to \`i + far\`"
no_out "the index in line 3"
cat >wrong.cu <<'END2'
__global__ void box(const float *in, float *out, int nx, int ny, int nz) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    if (x >= nx || y >= ny) return;
    int row = gridDim.x * blockDim.x, plane = row * ny, at = z * plane + y * row + x;
    bool inside = x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1;
    if (inside)
        out[at] = 0.4f * in[at] + 0.15f * (in[at - 1] + in[at + 1]) + 0.1f * (in[at - row] + in[at + row]) + 0.05f * (in[at - plane] + in[at + plane]);
    else
        out[at] = in[at];
}
void stencil(const float *in, float *out, int nx, int ny, int nz) {
    if (nx && ny && nz) box<<<dim3((nx + 31) / 32, (ny + 7) / 8, nz), dim3(32, 8)>>>(in, out, nx, ny, nz);
}
END2
given stencil-3d
out "moved this access of \`in\` here"
no_out "Work out each index of this line"
# An array of an earlier call lay there, and nobody freed it by mistake.
sed -i 's/int row = gridDim.x \* blockDim.x, plane = row \* ny, at = z \* plane/int row = nx, plane = ny * nz, at = z * nx * ny/' wrong.cu
given stencil-3d
out "before the beginning of \`in\`"
no_out "cudaFree came before"

# A parameter of the kernel stands for an array of the exercise, and the nearest
# array in memory is another one: bytes above 127, read as char.
cat >wrong.cu <<'END2'
__global__ void tally(const char *text, unsigned int *bins, int len) {
    int pos = blockIdx.x * blockDim.x + threadIdx.x;
    if (pos >= len) return;
    int bin = text[pos];
    atomicAdd(&bins[bin], 1);
}
void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemset(out, 0, 256 * sizeof(unsigned));
    if (n) tally<<<(n + 511) / 512, 512>>>((const char *)in, out, n);
}
END2
given histogram-global
out "Line 1 declares \`text\` as char, which is signed"
out "before the beginning of \`out\`"
no_out "past the end of \`in\`"
sed -i 's/const char \*/const unsigned char */g; s/&bins\[bin\]/\&bins[bin + 20000]/' wrong.cu
given histogram-global
no_out "which is signed"

# One operand is read at the place of the other.
cat >wrong.cu <<'END2'
__global__ void sum_kernel(const float *a, const float *b, float *out, unsigned n, unsigned d1, unsigned d2, int3 as, int3 bs) {
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    unsigned row = t / d2, k = t - row * d2, i = row / d1, j = row - i * d1;
    int at = i * as.x + j * as.y + k * as.z;
    out[t] = a[at] + b[at];
}
void add(const float *a, const float *b, float *out, int d0, int d1, int d2, int a0, int a1, int a2, int b0, int b1, int b2) {
    int n = d0 * d1 * d2;
    if (n) sum_kernel<<<(n + 255) / 256, 256>>>(a, b, out, n, d1, d2, make_int3(a0, a1, a2), make_int3(b0, b1, b2));
}
END2
given strided-broadcast
out "never uses its parameter \`bs\`"
no_out "names the array"

# A tree that is halved on the way up and doubled on the way down.
cat >wrong.cu <<'END2'
__global__ void tree(const unsigned *in, unsigned *inclusive, unsigned *exclusive, int n) {
    __shared__ unsigned temp[4096];
    size_t start = (size_t)blockIdx.x * n;
    for (int i = threadIdx.x; i < n; i += blockDim.x) temp[i] = in[start + i];
    int step = 1;
    for (int d = n / 2; d > 0; d /= 2, step *= 2) {
        __syncthreads();
        for (int k = threadIdx.x; k < d; k += blockDim.x) temp[step * (2 * k + 2) - 1] += temp[step * (2 * k + 1) - 1];
    }
    __syncthreads();
    if (threadIdx.x == 0) temp[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        step /= 2;
        __syncthreads();
        for (int k = threadIdx.x; k < d; k += blockDim.x) {
            unsigned *l = &temp[step * (2 * k + 1) - 1], *r = &temp[step * (2 * k + 2) - 1];
            unsigned t = *l;
            *l = *r, *r += t;
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) exclusive[start + i] = temp[i], inclusive[start + i] = temp[i] + in[start + i];
}
void row_scans(const unsigned *in, unsigned *inclusive, unsigned *exclusive, int rows, int cols) {
    if (rows && cols) tree<<<rows, 512>>>(in, inclusive, exclusive, cols);
}
END2
given scan-block
out "same number of levels only if it is a power of two, and it is 31"
no_out "The index is negative"

# The line of a copy is the CPU's.
changed reduce-naive 's/cudaMemset\(Async\)\?(out, 0, [^;]*/cudaMemset(out, 0, n * sizeof(int))/'
out "The program was stopped at this line"
no_out "The kernel was stopped"

# Fewer threads than elements of the shared array; and two elements a thread, of
# which the check tests one.
cat >wrong.cu <<'END2'
__global__ void count(const unsigned char *in, unsigned *out, int n) {
    __shared__ unsigned counts[256];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    if (t < 256) counts[t] = 0;
    __syncthreads();
    if (i < n) atomicAdd(&counts[in[i]], 1u);
    __syncthreads();
    if (t < 256 && counts[t]) atomicAdd(&out[t], counts[t]);
}
void histogram(const unsigned char *in, unsigned *out, int n) {
    cudaMemset(out, 0, 256 * sizeof(unsigned));
    if (n) count<<<(n + 127) / 128, 128>>>(in, out, n);
}
END2
given histogram-private
out "line 4 stores one in each of the 128 threads of a block: nobody stores the others"
no_out "Either the thread for it has returned"
sed -i 's/if (t < 256) counts\[t\] = 0;/for (int k = t; k < 256; k += 128) if (k != in[0]) counts[k] = 0;/' wrong.cu
given histogram-private
no_out "stores one in each of"
cat >wrong.cu <<'END2'
__global__ void add2(const float *a, const float *b, float *c, int n) {
    int lo = blockIdx.x * 512 + threadIdx.x, hi = lo + 256;
    if (lo < n) {
        c[lo] = a[lo] + b[lo];
        c[hi] = a[hi] + b[hi];
    }
}
void vector_add(const float *a, const float *b, float *c, int n) {
    if (n) add2<<<(n + 511) / 512, 256>>>(a, b, c, n);
}
END2
given vector-add
out "Line 3 checks \`lo\`, and this line goes to \`hi\`, that is \`lo + 256\`"
no_out "put the work into if (i < n)"

# A parameter that nothing uses: not of the kernel, but of the entry.
cat >wrong.cu <<'END2'
__device__ int place(int t, int d1, int d2, int3 s) {
    return t / d2 / d1 * s.x + t / d2 % d1 * s.y + t % d2 * s.z;
}
__global__ void sum_kernel(const float *a, const float *b, float *out, int n, int d1, int d2, int3 bs) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n) out[t] = a[t] + b[place(t, d1, d2, bs)];
}
void add(const float *a, const float *b, float *out, int d0, int d1, int d2, int a0, int a1, int a2, int b0, int b1, int b2) {
    int n = d0 * d1 * d2;
    if (n) sum_kernel<<<(n + 511) / 512, 512>>>(a, b, out, n, d1, d2, make_int3(b0, b1, b2));
}
END2
given strided-broadcast
out "Nothing in the file uses \`a0\`"
no_out "what keeps it inside"

# The index is compared with the size of another array; and a test that the
# compiler has moved the access to.
cat >wrong.cu <<'END2'
struct Size {
    int m, n;
};
__global__ void rows(const float *a, const float *x, float *y, Size s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= s.m) return;
    float v = 0;
    for (int j = 0; j < s.n; j++) v += a[(size_t)i * s.n + j] * x[j];
    y[i] = v;
}
__global__ void columns(const float *b, const float *w, float *z, Size s) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    float v = 0;
    if (j < s.n)
        for (int i = 0; i < s.m; i++) v += b[(size_t)i * s.n + j] * w[j];
    if (j < s.n) z[j] = v;
}
void gemv(const float *a, const float *x, float *y, const float *b, const float *w, float *z, int m, int n) {
    Size s = {m, n};
    if (m) rows<<<(m + 127) / 128, 128>>>(a, x, y, s);
    if (n) columns<<<(n + 127) / 128, 128>>>(b, w, z, s);
}
END2
given gemv
out "Line 14 compares it with n, and \`w\` has m elements: is another index meant"
no_out "Does a check before it test this whole index"

# The lane where the number of the warp is meant: all warps store to one
# element. The name tells it, or the two threads do.
cat >wrong.cu <<'END'
#define ALL 0xffffffffu
__global__ void rows(const float *in, float *out, int rows, int cols) {
    __shared__ float part[4];
    const int lane = threadIdx.x & 31, warp_id = threadIdx.x & 31;
    float x = 0;
    for (int c = threadIdx.x; c < cols; c += 128)
        x += in[(size_t)blockIdx.x * cols + c];
    for (int d = 16; d > 0; d >>= 1) x += __shfl_down_sync(ALL, x, d);
    if (lane == 0) part[warp_id] = x;
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = part[0] + part[1] + part[2] + part[3];
}
void row_sums(const float *in, float *out, int rows_, int cols) {
    if (rows_) rows<<<rows_, 128>>>(in, out, rows_, cols);
}
END
given reduce-shuffle
out "Line 4 gives \`warp_id\` the value \`threadIdx.x & 31\`. That is the number of the lane"
out "the number of the warp is threadIdx.x / 32"
sed -i 's/warp_id/slot/g' wrong.cu
given reduce-shuffle
out "are in different warps, and are lane 0 of both"
out "Is the number of the warp meant, threadIdx.x / 32"
sed -i 's/slot = threadIdx.x & 31/slot = threadIdx.x >> 5/; s/lane = threadIdx.x & 31/lane = threadIdx.x \/ 32/' wrong.cu
given reduce-shuffle
out "That is the number of the warp, which all 32 lanes of a warp share: the number of the lane is threadIdx.x % 32"

# Of three indices that move on in a loop, the one in the middle is not taken
# back when it reaches its end.
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
            y++;
        }
    }
}
void add(const float *a, const float *b, float *out, int d0, int d1, int d2, int a0, int a1, int a2, int b0, int b1, int b2) {
    int n = d0 * d1 * d2;
    if (n) join<<<(n + 128 * ROUNDS - 1) / (128 * ROUNDS), 128>>>(a, b, out, d0, d1, d2, a0, a1, a2, b0, b1, b2);
}
END
given strided-broadcast
out "\`y\` begins as \`at / d2 % d1\`, so it is less than \`d1\`. Line 10 raises it in the loop of line 6"
sed -i 's/            y++;/            if (++y >= d1) y -= d1, z++;/' wrong.cu
given strided-broadcast
no_out "begins as"

# A halo of one side: no loop fills the array, so none ends too early.
cat >wrong.cu <<'END'
enum { WIDE = 128, SIDE = 15 };
__global__ void slide(const float *in, const float *taps, float *out, int n, int k) {
    __shared__ float s[WIDE + 2 * SIDE];
    int x = threadIdx.x, at = blockIdx.x * 128 + x, half = k / 2;
    s[half + x] = at < n ? in[at] : 0;
    if (x < half) s[x] = at < half ? 0 : at - half < n ? in[at - half] : 0;
    __syncthreads();
    float v = 0;
    for (int j = 0; j < k; j++) v += taps[j] * s[x + j];
    if (at < n) out[at] = v;
}
void correlate(const float *in, const float *taps, float *out, int n, int k) {
    if (n) slide<<<(n + 127) / 128, 128>>>(in, taps, out, n, k);
}
END
given conv-1d
out "\`s\` has 158 elements, and lines 5 and 6 store the first 129: nobody stores those from 129 on"
out "a halo, and that has two sides: is the one at the end loaded, too?"
no_out "loop that fills"
sed -i 's/if (x < half) .*/if (x < half) s[x + half + 128] = at + 128 < n ? in[at + 128] : 0;/' wrong.cu
given conv-1d
out "lines 5 and 6 store 143 of them, but not the one that this line reads"
out "is the one at the beginning loaded, too?"

# The next element, where the thread's own is meant; the check is of its own.
cat >wrong.cu <<'END'
__global__ void scan(const unsigned *in, unsigned *inclusive, unsigned *exclusive, int n) {
    const int me = blockIdx.x * 128 + threadIdx.x, lane = threadIdx.x & 31;
    unsigned x = me < n ? in[me] : 0;
    for (int d = 1; d < 32; d <<= 1) {
        unsigned below = __shfl_up_sync(0xffffffffu, x, d);
        if (lane >= d) x += below;
    }
    if (me >= n) return;
    inclusive[me] = x;
    exclusive[me + 1] = x;
}
void warp_scans(const unsigned *in, unsigned *inclusive, unsigned *exclusive, int n) {
    if (n) scan<<<(n + 127) / 128, 128>>>(in, inclusive, exclusive, n);
}
END
given warp-scan
out "this line stores to \`me + 1\`, the element of the next thread"
out "Is the thread's own element meant, \`me\`?"

# An index with padding, in an array that has none: by a macro, by a function,
# and written there.
cat >wrong.cu <<'END'
#define MOST 4096
__device__ int slot(int i) { return i + i / 32; }
__global__ void scan(const unsigned *in, unsigned *inclusive, unsigned *exclusive, int cols) {
    __shared__ unsigned kept[MOST];
    size_t row = (size_t)blockIdx.x * cols;
    for (int i = threadIdx.x; i < cols; i += 256)
        kept[slot(i)] = in[row + i];
    __syncthreads();
    unsigned sum = 0;
    for (int i = 0; i < cols && threadIdx.x == 0; i++) {
        exclusive[row + i] = sum;
        sum += kept[slot(i)];
        inclusive[row + i] = sum;
    }
}
void row_scans(const unsigned *in, unsigned *inclusive, unsigned *exclusive, int rows, int cols) {
    if (rows && cols) scan<<<rows, 256>>>(in, inclusive, exclusive, cols);
}
END
given scan-block
out "\`slot\` adds to the index, \`i + i / 32\`, and \`kept\` is declared in line 4 with \`MOST\` elements"
out "the largest index is \`slot(MOST - 1)\`"
sed -i 's/slot(i)/i + (i >> 5)/' wrong.cu
given scan-block
out "The index \`i + (i >> 5)\` has padding, and \`kept\` is declared in line 4 with"

# The next element of the last one; and no small edit that takes the padding
# away says more.
cat >wrong.cu <<'EOF'
__global__ void scan(const unsigned *in, unsigned *inclusive, unsigned *exclusive, int cols) {
    __shared__ unsigned before[4096];
    size_t row = (size_t)blockIdx.x * cols;
    unsigned sum = 0;
    for (int i = 0; i < cols && threadIdx.x == 0; sum += in[row + i++]) before[i] = sum;
    __syncthreads();
    for (int i = threadIdx.x; i < cols; i += 256) {
        exclusive[row + i] = before[i];
        inclusive[row + i] = before[i + 1];
    }
}
void row_scans(const unsigned *in, unsigned *inclusive, unsigned *exclusive, int rows, int cols) {
    if (rows && cols) scan<<<rows, 256>>>(in, inclusive, exclusive, cols);
}
EOF
given scan-block
out "\`i + 1\` goes one too far for the last one, which has no next"
no_out "the array is too short"
sed -i 's/before\[i + 1\]/before[place(i) + in[row + i] * 0]/; 1i __device__ int place(int i) { return i + i / 32; }' wrong.cu
given scan-block
no_out "goes one too far"

# The name of a variable of the device where the host has to give a pointer.
cat >wrong.cu <<'EOF'
__constant__ float weights[31];
__global__ void weigh(const float *in, float *out, int n, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int j = 0; i < n && j < k; j++) {
        int at = i + j - k / 2;
        if (at >= 0 && at < n) sum += weights[j] * in[at];
    }
    if (i < n) out[i] = sum;
}
void correlate(const float *in, const float *taps, float *out, int n, int k) {
    if (!n) return;
    cudaMemcpyAsync(weights, taps, k * sizeof(float), cudaMemcpyDeviceToDevice);
    weigh<<<(n + 255) / 256, 256>>>(in, out, n, k);
}
EOF
given conv-1d
out "\`weights\` is a \`__constant__\` variable"
out "cudaMemcpyToSymbolAsync(weights, taps, bytes, 0, direction)"
no_out "the wrong way round"

# A check that counts rows, where elements are loaded.
cat >wrong.cu <<'EOF'
__global__ void part(const float *points, float *x, float *y, float *z, float *w, int n) {
    __shared__ float four[1024];
    for (int k = threadIdx.x; k < 1024; k += 256) {
        int from = 1024 * blockIdx.x + k;
        if (from < n) four[k] = points[from];
    }
    __syncthreads();
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n) return;
    x[i] = four[4 * threadIdx.x], y[i] = four[4 * threadIdx.x + 1];
    z[i] = four[4 * threadIdx.x + 2], w[i] = four[4 * threadIdx.x + 3];
}
void split_points(const float *points, float *x, float *y, float *z, float *w, int n) {
    if (n) part<<<(n + 255) / 256, 256>>>(points, x, y, z, w, n);
}
EOF
given coalescing
out "Line 5 loads \`points[from]\` only where \`from\` is less than \`n\`, the number of its rows"
out "\`points\` has n rows of 4 elements each"

# Arguments of a launch that are not in the order of the parameters; an index in
# bytes.
cat >wrong.cu <<'EOF'
__global__ void rows(const float *a, const float *x, float *y, int m, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int c = 0; r < m && c < n; c++) sum += a[(size_t)r * n + c] * x[c];
    if (r < m) y[r] = sum;
}
__global__ void columns(const float *b, const float *w, float *z, int m, int n) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int r = 0; c < n && r < m; r++) sum += b[(size_t)r * n + c] * w[r];
    if (c < n) z[c] = sum;
}
void gemv(const float *a, const float *x, float *y, const float *b, const float *w, float *z, int m, int n) {
    if (m) rows<<<(m + 255) / 256, 256>>>(a, x, y, m, n);
    if (n) columns<<<(n + 255) / 256, 256>>>(b, w, z, n, m);
}
EOF
given gemv
out "gives \`n\` to the parameter \`m\` of \`columns\`: are the arguments of the launch in the order of the parameters?"
cat >wrong.cu <<'EOF'
__global__ void add3(const float *a, const float *b, float *out, int d0, int d1, int d2, int a0, int a1,
                     int a2, int b0, int b1, int b2) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= d0 * d1 * d2) return;
    int k = t % d2, j = t / d2 % d1, i = t / d2 / d1;
    size_t at = (i * a0 + j * a1 + k * a2) * sizeof(float);
    size_t bt = i * b0 + j * b1 + k * b2;
    out[t] = a[at] + b[bt];
}
void add(const float *a, const float *b, float *out, int d0, int d1, int d2, int a0, int a1, int a2,
         int b0, int b1, int b2) {
    int n = d0 * d1 * d2;
    if (n) add3<<<(n + 255) / 256, 256>>>(a, b, out, d0, d1, d2, a0, a1, a2, b0, b1, b2);
}
EOF
given strided-broadcast
out "Line 6 multiplies it by sizeof: an index counts elements"

# A launch that gives a number with a fraction to the parameter for a length.
cat >wrong.cu <<'END2'
__global__ void clamp(const float *x, float *y, float a, float b, float c,
                      int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = fmaxf(fminf(a * x[i] + b, c), 0.0f);
}
void relu_scale(const float *x, float *y, float a, float b, float c, int n) {
    float many = 1e6f * n;
    if (n > 0) clamp<<<(n + 255) / 256, 256>>>(x, y, n, a, b, many);
}
END2
given relu-scale
out "The launch in line 8 gives \`n\` to the parameter \`a\`, which is one with a fraction"

# A helper with shuffles that is called in an \`if\`: the line of the call.
cat >wrong.cu <<'END2'
__device__ float all_lanes(float v, bool most) {
    for (int d = 16; d > 0; d /= 2) {
        float other = __shfl_xor_sync(0xffffffffu, v, d);
        v = most ? fmaxf(v, other) : v + other;
    }
    return v;
}
__global__ void soften(const float *in, float *out, int cols) {
    const float *x = in + (size_t)blockIdx.x * cols;
    float *y = out + (size_t)blockIdx.x * cols;
    if (threadIdx.x < cols) {
        float most = -INFINITY, sum = 0;
        for (int c = threadIdx.x; c < cols; c += 32) most = fmaxf(most, x[c]);
        most = all_lanes(most, true);
        for (int c = threadIdx.x; c < cols; c += 32) sum += expf(x[c] - most);
        sum = all_lanes(sum, false);
        for (int c = threadIdx.x; c < cols; c += 32)
            y[c] = expf(x[c] - most) / sum;
    }
}
void softmax(const float *in, float *out, int rows, int cols) {
    if (rows && cols) soften<<<rows, 32>>>(in, out, cols);
}
END2
given softmax-rows
out "\`all_lanes\` is called in line 14, in the \`if (threadIdx.x < cols)\` of line 11"
# A square of threads that is too large, and threads that have returned.
changed matmul-tiled 's/TILE = [0-9]*/TILE = 64/'
out "The block has \`TILE\` threads on each side, which is 64, so 4096 in all"
changed matmul-tiled 's/^\( *\)float sum = 0.0f;/\1if (row >= m || col >= n) return;\n&/'
out "had returned before the barrier, in line"

# Blocks along y have parts of one sum, and the store asks for x alone.
cat >wrong.cu <<'END2'
__global__ void rows_of(const float *a, const float *x, float *y, int m, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int j = 0; i < m && j < n; j++) sum += a[(size_t)i * n + j] * x[j];
    if (i < m) y[i] = sum;
}
__global__ void columns(const float *b, const float *w, float *z, int m, int n) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int i = blockIdx.y; j < n && i < m; i += gridDim.y) sum += b[(size_t)i * n + j] * w[i];
    if (j < n) z[j] = sum;
}
void gemv(const float *a, const float *x, float *y, const float *b, const float *w, float *z,
          int m, int n) {
    if (m) rows_of<<<(m + 255) / 256, 256>>>(a, x, y, m, n);
    if (n) columns<<<dim3((n + 255) / 256, 4), 256>>>(b, w, z, m, n);
}
END2
given gemv
out "These two blocks differ in blockIdx.y, and the index of the store does not ask for it"

# A packet's number that is added ahead of the cast.
cat >wrong.cu <<'END2'
__global__ void split(const float *points, float *x, float *y, float *z, float *w, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float4 p = *(const float4 *)(points + i);
    x[i] = p.x, y[i] = p.y, z[i] = p.z, w[i] = p.w;
}
void split_points(const float *points, float *x, float *y, float *z, float *w, int n) {
    if (n) split<<<(n + 255) / 256, 256>>>(points, x, y, z, w, n);
}
END2
given coalescing
out "Cast first, then count"
no_out "Take single elements"

# The rim of a tile at the end of a row whose rows are one element too short; in
# a tile that is wide enough, no row is said to be short.
cat >wrong.cu <<'END2'
constexpr int BX = 32, BY = 8;
__global__ void smooth(const float *in, float *out, int nx, int ny, int nz) {
    __shared__ float tile[BY + 2][BX + 1];
    int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y, z = blockIdx.z;
    bool here = x < nx && y < ny;
    int tx = threadIdx.x + 1;
    int ty = threadIdx.y + 1;
    size_t plane = (size_t)nx * ny, at = z * plane + (size_t)y * nx + x;
    if (here) {
        tile[ty][tx] = in[at];
        if (threadIdx.x == 0 && x > 0) tile[ty][tx - 1] = in[at - 1];
        if (threadIdx.x == BX - 1 && x < nx - 1) tile[ty][tx + 1] = in[at + 1];
        if (threadIdx.y == 0 && y > 0) tile[ty - 1][tx] = in[at - nx];
        if (threadIdx.y == BY - 1 && y < ny - 1) tile[ty + 1][tx] = in[at + nx];
    }
    __syncthreads();
    if (!here) return;
    float v = tile[ty][tx];
    if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1)
        v = 0.40f * v + 0.15f * (tile[ty][tx - 1] + tile[ty][tx + 1]) +
            0.10f * (tile[ty - 1][tx] + tile[ty + 1][tx]) + 0.05f * (in[at - plane] + in[at + plane]);
    out[at] = v;
}
void stencil(const float *in, float *out, int nx, int ny, int nz) {
    if (nx == 0 || ny == 0 || nz == 0) return;
    dim3 block(BX, BY);
    dim3 grid((nx + BX - 1) / BX, (ny + BY - 1) / BY, nz);
    smooth<<<grid, block>>>(in, out, nx, ny, nz);
}
END2
given stencil-3d
out "in line 12 is 33 for thread (31,"
out "and a row of \`tile\` has 33 elements, 0 to 32"
sed -i 's/\[BX + 1\]/[BX + 2]/; s/^    __syncthreads();$//' wrong.cu
given stencil-3d
no_out "a row of"

# An element for each of eight warps, and a block of sixteen.
cat >wrong.cu <<'END2'
const int BLOCK = 512;
__global__ void sums(const float *x, float *sums, int cols) {
    __shared__ float parts[8];
    float v = 0.0f;
    int warp = threadIdx.x / 32;
    for (int c = threadIdx.x; c < cols; c += BLOCK) v += x[(size_t)blockIdx.x * cols + c];
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
    if (threadIdx.x % 32 == 0) parts[warp] = v;
    __syncthreads();
    v = 0.0f;
    for (int k = 0; k < blockDim.x / 32; k++) v += parts[k];
    if (threadIdx.x == 0) sums[blockIdx.x] = v;
}
void row_sums(const float *x, float *out, int rows, int cols) {
    if (rows) sums<<<rows, BLOCK>>>(x, out, cols);
}
END2
given reduce-shuffle
out "a block of 512 threads has 16 warps: so many elements it needs"

# A quotient of whole numbers, rounded up too late.
changed vector-add 's/<<<[^,]*,/<<<ceil(n \/ 256),/'
out "divides whole numbers: what is left over is"

# An array that has room for the padding, and the next element of the last one.
cat >wrong.cu <<'END2'
const int MOST = 4096;
const int ROOM = MOST + MOST / 32;
__device__ int slot(int i) { return i + i / 32; }
__global__ void scan(const unsigned *in, unsigned *inclusive, unsigned *exclusive, int cols) {
    __shared__ unsigned kept[ROOM];
    size_t row = (size_t)blockIdx.x * cols;
    if (threadIdx.x == 0) {
        unsigned sum = 0;
        for (int i = 0; i < cols; i++) kept[slot(i)] = sum, sum += in[row + i];
    }
    __syncthreads();
    for (int i = threadIdx.x; i < cols; i += 256) {
        exclusive[row + i] = kept[slot(i)];
        inclusive[row + i] = kept[slot(i + 1)];
    }
}
void row_scans(const unsigned *in, unsigned *inclusive, unsigned *exclusive, int rows, int cols) {
    if (rows && cols) scan<<<rows, 256>>>(in, inclusive, exclusive, cols);
}
END2
given scan-block
no_out "as if it did not"

# A sum that each round sets to 0 again: the compiler keeps one round in
# registers, and they do not suffice.
cat >wrong.cu <<'END2'
const int T = 32;
__global__ void product(const float *a, const float *b, float *c, int m, int n, int k) {
    __shared__ float left[T][T], right[T][T];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y, col = blockIdx.x * T + x;
    float all;
    all = 0;
    for (int first = 0; first < k; first += T) {
        all = 0;
        left[y][x] = row < m && first + x < k ? a[row * k + first + x] : 0;
        right[y][x] = first + y < k && col < n ? b[(first + y) * n + col] : 0;
        __syncthreads();
        for (int q = 0; q < T; q++) all += left[y][q] * right[q][x];
        __syncthreads();
    }
    if (row < m && col < n) c[row * n + col] = all;
}
void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m && n) product<<<dim3((n + T - 1) / T, (m + T - 1) / T), dim3(T, T)>>>(a, b, c, m, n, k);
}
END2
given matmul-tiled
out "for its registers"
out "Line 8 sets \`all\` to 0 again in each round of the loop of line 7, so only what the last round adds stays"
sed -i '8d' wrong.cu
run kata check matmul-tiled --file wrong.cu --seed 1
no_out "to 0 again"

# A vector with an element for each column, indexed as if it were a matrix; one
# that is read a place too far is no such thing.
cat >bias.cu <<'END2'
__global__ void kernel(const float *x, const float *b, const float *dy, float *y, float *dx,
                       int width) {
    size_t row = (size_t)blockIdx.x * width;
    for (int c = threadIdx.x; c < width; c += 128) {
        const float C = 0.7978845608f, D = 0.044715f;
        float u = x[row + c] + b[row + c], t = tanhf(C * (u + D * u * u * u));
        y[row + c] = 0.5f * u * (1 + t);
        dx[row + c] = dy[row + c] * (0.5f * (1 + t) + 0.5f * u * (1 - t * t) * C * (1 + 3 * D * u * u));
    }
}
void gelu_bias(const float *x, const float *bias, const float *dy, float *y, float *dx,
               int rows, int cols) {
    if (rows && cols) kernel<<<rows, 128>>>(x, bias, dy, y, dx, cols);
}
END2
sed 's/\bb\[/bias[/; s/\*b,/*bias,/' bias.cu >wrong.cu
given gelu-bias
out "\`bias\` has \`cols\` elements here, and \`row\` in the index of line 6 is a multiple of \`width\`: only where it is 0 is the index inside. Leave it out: bias[c]."
no_out "How is it computed"
sed -i 's/bias\[row + c\]/bias[c + 1]/' wrong.cu
given gelu-bias
no_out "Leave it out"

# More threads than a block may have, in a kernel that is made for one block:
# more blocks would not help. One that asks which block it is may have more.
cat >wrong.cu <<'END2'
const int ALL = 2048;
__global__ void dots(const float *a, const float *b, float *out, int n) {
    __shared__ float sums[ALL];
    float v = 0.0f;
    for (int i = threadIdx.x; i < n; i += ALL) v += a[i] * b[i];
    sums[threadIdx.x] = v;
    __syncthreads();
    if (threadIdx.x == 0)
        for (int k = 0; k < ALL; k++) *out += sums[k];
}
void dot(const float *a, const float *b, float *out, int n) {
    cudaMemsetAsync(out, 0, sizeof(float));
    if (n) dots<<<1, ALL>>>(a, b, out, n);
}
END2
given dot-product
out "this launch wants 2048 (\`ALL\` in line 1). Its kernel works with one block and does not ask for blockIdx"
no_out "use more blocks"
sed -i 's/int i = threadIdx/int i = blockIdx.x * ALL + threadIdx/' wrong.cu
given dot-product
no_out "works with one block"

# A thread stores several rows, and the check is of the first one.
cat >wrong.cu <<'END2'
__global__ void pool(const float *in, float *out, int h, int w, int oh, int ow, int k, int s, int pad) {
    int x = blockIdx.x * 32 + threadIdx.x, y = (blockIdx.y * 4 + threadIdx.y) * 2;
    if (x >= ow || y >= oh) return;
    in += (size_t)blockIdx.z * h * w;
    out += (size_t)blockIdx.z * oh * ow;
    for (int n = 0; n < 2; n++) {
        float best = -INFINITY;
        for (int i = (y + n) * s - pad; i < (y + n) * s - pad + k; i++)
            for (int j = x * s - pad; j < x * s - pad + k; j++)
                best = fmaxf(best, i >= 0 && i < h && j >= 0 && j < w ? in[i * w + j] : -INFINITY);
        CHECK out[(y + n) * ow + x] = best;
    }
}
void max_pool(const float *in, float *out, int planes, int h, int w, int k, int stride, int pad) {
    if (planes == 0) return;
    int oh = (h + 2 * pad - k) / stride + 1, ow = (w + 2 * pad - k) / stride + 1;
    dim3 grid((ow + 31) / 32, (oh + 7) / 8, planes);
    pool<<<grid, dim3(32, 4)>>>(in, out, h, w, oh, ow, k, stride, pad);
}
END2
cp wrong.cu pool.cu
sed 's/CHECK //; s/best = fmaxf(best, i.*/best = fmaxf(best, in[max(0, min(i, h - 1)) * w + max(0, min(j, w - 1))]);/' pool.cu >wrong.cu
given pool-2d
out "Line 3 checks \`y\`, the first of several that a thread stores, and the loop of line 6 goes on to \`y + n\` without a check. Ask in each round: \`if (y + n < oh)\`."
sed 's/CHECK/if (y + n < oh + 1)/' pool.cu >wrong.cu
given pool-2d
no_out "without a check"

# A scan in place: a round reads what others overwrite. Where no barrier ends
# the round, that comes first.
cat >wrong.cu <<'END2'
__global__ void scan_kernel(const int *in, int *out, int n) {
    __shared__ int s[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        if (t >= d) s[t] += s[t - d];
        __syncthreads();
    }
    if (i < n) out[i] = s[t];
}
void scan(const int *in, int *out, int n) {
    if (n) scan_kernel<<<(n + 255) / 256, 256>>>(in, out, n);
}
END2
given scan-grid
out "In one round line 7 reads elements of \`s\` that other threads overwrite in the same round, and the barrier comes after both."
no_out "hint:"
sed -i '8d' wrong.cu
given scan-grid
no_out "the barrier comes after both"

# One thread works out a number for all, and a barrier more is not allowed: the
# advice does not ask for one.
cat >wrong.cu <<'END2'
__global__ void kernel(const float *x, const float *w, const float *dy, float *y, float *dx,
                       int cols, float eps) {
    __shared__ float sq[4], dot[4];
    __shared__ float scale, mean;
    size_t row = (size_t)blockIdx.x * cols;
    float a = 0, b = 0;
    for (int c = threadIdx.x; c < cols; c += 128) {
        a += x[row + c] * x[row + c];
        b += x[row + c] * w[c] * dy[row + c];
    }
    for (int d = 16; d > 0; d /= 2) {
        a += __shfl_down_sync(0xffffffffu, a, d);
        b += __shfl_down_sync(0xffffffffu, b, d);
    }
    if (threadIdx.x % 32 == 0) sq[threadIdx.x / 32] = a, dot[threadIdx.x / 32] = b;
    __syncthreads();
    if (threadIdx.x == 0) {
        scale = rsqrtf((sq[0] + sq[1] + sq[2] + sq[3]) / cols + eps);
        mean = (dot[0] + dot[1] + dot[2] + dot[3]) / cols;
    }
    float r = scale;
    for (int c = threadIdx.x; c < cols; c += 128) {
        y[row + c] = x[row + c] * r * w[c];
        dx[row + c] = r * (w[c] * dy[row + c] - x[row + c] * r * r * mean);
    }
}
void rmsnorm(const float *x, const float *weight, const float *dy, float *y, float *dx,
             int rows, int cols, float eps) {
    if (rows) kernel<<<rows, 128>>>(x, weight, dy, y, dx, cols, eps);
}
END2
given rmsnorm
out "Others read \`scale\` with no barrier after line 18, and the exercise allows no more of them. So do without the variable"
out "from what was stored before the barrier of line 16."
no_out "Put __syncthreads()"
