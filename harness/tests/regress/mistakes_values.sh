# Mistakes that leave wrong values, as mistakes.sh has them: what the values
# alone show, and what the learner's file tells of them.
. "$REGRESS/lib.sh"
need_nvcc
export KATA_ROOT="$REGRESS/../../.."
kata start micro-12-week >/dev/null

# edited FROM SED ID: the file FROM with an edit, as wrong.cu, checked.
edited() {
    sed "$2" "$1" >wrong.cu
    ! cmp -s "$1" wrong.cu || fail "$3: nothing to change: $2"
    given "$3"
    awk '/expected/ && length > 80' screen.txt | grep . &&
        fail "a line of more than 80 columns"
    return 0
}

# An input that is left out, or enters twice; elements that nothing was stored
# to; a fraction that ints do not have; bytes that are elements.
cat >saxpy.cu <<'END'
__global__ void axpy(float a, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}
void saxpy(float a, const float *x, float *y, int n) {
    if (n) axpy<<<(n + 255) / 256, 256>>>(a, x, y, n);
}
END
edited saxpy.cu 's/a \* x/x/' saxpy
out "These are the results with \`a\` = 1"
no_out "by hand"
edited saxpy.cu 's/ + y\[i\]//' saxpy
out "These are the results without \`y\`, as if it were 0"
edited saxpy.cu 's/= a/+= a/' saxpy
out "with twice \`y\`: does it enter two times?"
edited saxpy.cu 's/i < n/i < n - 1/' saxpy
out "still holds what it held before the call"
edited saxpy.cu 's/if (n) \(.*\)(n + 255) \/ 256/int blocks = n \/ 256;\n    if (blocks) \1blocks/' saxpy
out "The division in line 6 rounds down"
no_out "by hand"
edited saxpy.cu 's/= a \* x\[i\]/= 1 \/ 3 + a * x[i] * 2/' saxpy
out "1 / 3 in line 3 divides ints, so the fraction is lost: it is 0. Make one of them a float, as in 1.0f / 3"
edited saxpy.cu 's/= a \* x\[i\]/= n \/ 4 \/ 1024 * 1024 + a * x[i] * 2/' saxpy
no_out "divides ints"
edited saxpy.cu 's/    if (n) /    float *d;\n    cudaMalloc(\&d, n * sizeof(float));\n    cudaMemcpy(d, x, n, cudaMemcpyDefault);\n&/; s/(a, x, y/(a, d, y/' saxpy
out "cudaMemcpy counts bytes"
no_out "whole number"

# One block for all elements, and blocks that all do the same.
cat >add.cu <<'END'
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
END
sed -n 's/^entry: \(.*\)/\1 {/p' "$KATA_ROOT/exercises/basics/vector-add/exercise.yaml" >>add.cu
args=$(sed -n 's/^void [a-z_]*(\(.*\)) {/\1/p' add.cu | sed 's/const //g; s/float \*//g; s/int //g')
printf '    int blocks = (n + 255) / 256;\n    if (n) add<<<blocks, 256>>>(%s);\n}\n' "$args" >>add.cu
edited add.cu 's/blocks = .*;/blocks = 1;/' vector-add
out "launches one block"
no_out "uses blockIdx"

# The two extents of a grid.
cat >matmul.cu <<'END'
__global__ void naive(const float *a, const float *b, float *c, int m, int n,
                      int k) {
    int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
    if (row >= m || col >= n) return;
    float sum = 0;
    for (int p = 0; p < k; p++)
        sum += a[row * k + p] * b[p * n + col];
    c[row * n + col] = sum;
}
void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    dim3 grid((n + 15) / 16, (m + 15) / 16);
    if (m && n) naive<<<grid, dim3(16, 16)>>>(a, b, c, m, n, k);
}
END
edited matmul.cu 's/grid((n + 15) \/ 16, (m + 15)/grid((m + 15) \/ 16, (n + 15)/' matmul-naive
out "has its blocks for m first"
out "compares what it makes of blockIdx.x with n: the first number has to cover n, in steps of the block"

# A tree without its last step; steps of a block for the lanes of a warp; one
# thread that stores for eight warps.
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
edited sums.cu 's/s > 0/s > 1/' reduce-addressing
out "ends before the distance is 1"
cat >segments.cu <<'END'
__global__ void sums_of(const float *in, const int *offsets, float *sums,
                        int segments) {
    int s = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (s >= segments) return;
    float sum = 0;
    for (int i = offsets[s] + lane; i < offsets[s + 1]; i += 32)
        sum += in[i];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(~0u, sum, d);
    if (lane == 0) sums[s] = sum;
}
void segment_sums(const float *in, const int *offsets, float *sums,
                  int segments, int n) {
    if (segments)
        sums_of<<<(segments + 7) / 8, 256>>>(in, offsets, sums, segments);
}
END
edited segments.cu 's/i += 32/i += blockDim.x/' reduce-segmented
out "begins at the number of the lane and steps by a whole block"
edited segments.cu 's/if (lane == 0)/if (threadIdx.x == 0)/' reduce-segmented
out "lets thread 0 of a block alone store"
edited segments.cu 's/int d = 16/int d = 8/' reduce-segmented
out "so they add up 16 lanes"
edited segments.cu 's/lane == 0)/lane == 31)/' reduce-segmented
out "brings the sum to lane 0"
edited segments.cu 's/    float sum = 0;/    if (offsets[s] == offsets[s + 1]) return;\n&/' reduce-segmented
out "should be 0 and was never written"
no_out "rounds down"

# A scan of a warp.
cat >scan.cu <<'END'
__global__ void scan(const unsigned *in, unsigned *inclusive,
                     unsigned *exclusive, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    unsigned own = i < n ? in[i] : 0, v = own;
    for (int d = 1; d < 32; d *= 2) {
        unsigned u = __shfl_up_sync(~0u, v, d);
        if (lane >= d) v += u;
    }
    if (i < n) inclusive[i] = v, exclusive[i] = v - own;
}
void warp_scans(const unsigned int *in, unsigned int *inclusive,
                unsigned int *exclusive, int n) {
    if (n) scan<<<(n + 255) / 256, 256>>>(in, inclusive, exclusive, n);
}
END
edited scan.cu 's/if (lane >= d) v/v/' warp-scan
out "only lanes from d on may add"
edited scan.cu 's/lane >= d/lane > d/' warp-scan
out "compare by >="
edited scan.cu 's/d \*= 2/d++/; s/d < 32/d < 6/' warp-scan
out "takes the distances 1, 2, 3 and so on"
no_out "begins at 1"
edited scan.cu 's/d < 32/d < 16/' warp-scan
out "go on while it is below 32"

# Counts: the values are added, or at the wrong places.
cat >count.cu <<'END'
__global__ void count(const unsigned char *in, unsigned *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&out[in[i]], 1u);
}
void histogram(const unsigned char *in, unsigned int *out, int n) {
    cudaMemset(out, 0, 1024);
    if (n) count<<<(n + 255) / 256, 256>>>(in, out, n);
}
END
edited count.cu 's/1u/in[i]/' histogram-global
out "is the value of the element added, where 1 is to be added?"
edited count.cu 's/out\[in\[i\]\]/out[i % 256]/' histogram-global
out "something is added at the wrong index"
edited count.cu 's/out, 0, 1024/out, 1, 1024/' histogram-global
out "Line 6 sets each byte of \`out\` to 1"

# An element of a row by the number of the row; a last stretch without a round;
# a value that is overwritten before it is used.
cat >wrong.cu <<'END'
__global__ void gelu(const float *x, const float *bias, const float *dy,
                     float *y, float *dx, int rows, int cols) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows * cols) return;
    float u = x[i] + bias[i / cols];
    y[i] = u;
    dx[i] = dy[i];
}
void gelu_bias(const float *x, const float *bias, const float *dy, float *y,
               float *dx, int rows, int cols) {
    int n = rows * cols;
    if (n) gelu<<<(n + 255) / 256, 256>>>(x, bias, dy, y, dx, rows, cols);
}
END
given gelu-bias
out "its index is divided by cols"
cat >rope.cu <<'END'
__global__ void turn(float *x, const int *positions, int tokens, int heads,
                     int dim, int halved) {
    int pairs = dim / 2, t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= tokens * pairs) return;
    int token = t / pairs, i = t % pairs;
    double freq = exp(-2.0 * i / dim * log(10000.0)), two = 6.283185307179586;
    double turns = positions[token] * freq / two;
    float c, s;
    sincospif((float)(2 * (turns - rint(turns))), &s, &c);
    int p = halved ? i : 2 * i, q = halved ? i + pairs : 2 * i + 1;
    for (int h = 0; h < heads; h++) {
        float *v = x + ((size_t)token * heads + h) * dim;
        v[p] = v[p] * c - v[q] * s;
        v[q] = v[p] * s + v[q] * c;
    }
}
void rope(float *x, const int *positions, int tokens, int heads, int dim,
          int halved) {
    int n = tokens * (dim / 2);
    if (n) turn<<<(n + 255) / 256, 256>>>(x, positions, tokens, heads, dim, halved);
}
END
cp rope.cu wrong.cu
given rope
out "Line 14 reads v[p], which line 13 has just overwritten"

# Padding on the wrong side of a tile.
cat >banks.cu <<'END'
__global__ void moves_of(const float *in, float *columns, float *diagonals,
                         float *butterflies) {
    __shared__ float tile[32 + 1][32];
    size_t base = (size_t)blockIdx.x * 1024;
    int x = threadIdx.x;
    for (int r = threadIdx.y; r < 32; r += 8)
        tile[r][x] = in[base + r * 32 + x];
    __syncthreads();
    for (int d = threadIdx.y; d < 32; d += 8) {
        columns[base + d * 32 + x] = tile[x][d];
        diagonals[base + d * 32 + x] = tile[x][(x + d) % 32];
        butterflies[base + d * 32 + x] = tile[x][x ^ d];
    }
}
void moves(const float *in, float *columns, float *diagonals,
           float *butterflies, int tiles) {
    if (tiles)
        moves_of<<<tiles, dim3(32, 8)>>>(in, columns, diagonals, butterflies);
}
END
cp banks.cu wrong.cu
given bank-conflicts
out "Rows begin in other banks if they are longer: [32][32 + 1]"

# A timed result is compared until the first wrong element: nobody has counted.
changed copy-ceiling 's/(threads + BLOCK - 1) \/ BLOCK, BLOCK/min((threads + BLOCK - 1) \/ BLOCK, 1056), BLOCK/'
out "The result of a timed repetition is wrong"
out "never written"
no_out "1 of 16777216"
out "Everything from out[2162688] on was never written"

# A vote of one lane.
changed warp-vote 's/__ballot_sync([^,]*,/__ballot_sync(1u << (threadIdx.x % 32),/'
out "gives __ballot_sync the mask 1u << (threadIdx.x % 32), which names one lane"

# Bytes that are elements, in a program with streams.
changed streams-overlap 's/size_t bytes = m/int count = min(m, n - from);\n        &/; s/x + from, bytes, cudaMemcpyDeviceToHost/x + from, count, cudaMemcpyDeviceToHost/'
out "copies count bytes: cudaMemcpyAsync counts bytes"
changed streams-overlap 's/size_t bytes = m \* sizeof(float)/size_t bytes = m/'
out "copies \`bytes\` bytes, and that is m, a number of elements"
changed gemm-streams 's/(size_t)now \* n \* sizeof(float)/(size_t)now * n/'
out "copies (size_t)now * n bytes: cudaMemcpyAsync counts bytes"
# A factor of four is the size of a float: no number of elements.
changed gemm-streams 's/(size_t)now \* n \* sizeof(float)/(size_t)now * n * 2/'
no_out "For as many elements"
changed streams-overlap 's/x + from, bytes, cudaMemcpyDeviceToHost/x + from, m - 0, cudaMemcpyDeviceToHost/'
out "as in (m - 0) * sizeof(float)"

# A factor that a size gives, or each row; all but the first; one wrong size.
changed norm-moments 's/squares \/ cols;/squares \/ max(cols - 1, 1);/'
out "Every wrong value is cols / (cols - 1) times what it should be"
changed softmax-rows 's/block_sum(sum)/block_sum(threadIdx.x ? sum : 2 * sum)/'
out "In each wrong row all values are wrong by one factor"
changed warp-block 's/int first = blockIdx.x \* each/int first = blockIdx.x * blockDim.x/'
out "Only the first element is right"
changed cooperative-groups '/case 4:/d'
out "Wrong only where size is 4, right everywhere else"
no_out "Right for 32 and wrong for smaller"

# Sums that forget, that have no fraction, that leave out a round; a maximum of
# negative numbers; a row taken for a column.
edited matmul.cu 's/sum += a/sum = a/' matmul-naive
out "Line 7 sets \`sum\` anew in each round of its loop"
edited matmul.cu 's/float sum = 0/int sum = 0/' matmul-naive
out "\`sum\` is an int in line 5"
edited matmul.cu 's/int p = 0/int p = 1/' matmul-naive
out "The loop of line 6 begins at 1"
edited matmul.cu 's/c\[row \* n + col\]/c[col * n + row]/' matmul-naive
out "takes col for its row and row for its column"
changed softmax-fused 's/most = -INFINITY/most = 0/'
out "The maximum \`most\` begins at 0"

# Threads that take the same elements, sums that end in another lane.
edited segments.cu 's/i += 32/i++/' reduce-segmented
out "steps by 1, so the threads take the same elements"
edited segments.cu 's/__shfl_down_sync/__shfl_up_sync/' reduce-segmented
out "so the sum of all ends in the last lane"
edited segments.cu 's/lane == 0)/lane == 1)/' reduce-segmented
out "takes it from lane 1"
changed sum-kahan 's/threadIdx.x == 0) parts/threadIdx.x == 1) parts/'
out "lets thread 1 alone go on"

# One thread has the sum, rows are longer than the threads take, sorts end early.
changed softmax-fused 's/v = 0.0f;/if (threadIdx.x > 0) return v; v = 0.0f;/'
out "Only thread 0 of each row stores the right values"
changed softmax-fused 's/MOST = 32/MOST = 16/'
out "Nothing is written from element 4096 of each row on"
changed register-spills 's/run <= SIZE/run < SIZE/'
out "The values are the right ones, and not yet in order"
no_out "in the wrong places"

# Facts: the one that says what was called comes before those that it makes false.
changed streams-many '/arrow(begun/d'
out "not true: nothing begins before what main had to do"
no_out "is enqueued once"
changed streams-many 's/arrow(c, second, main)/cudaStreamSynchronize(second)/'
out "not true: nothing waits on the host"
out "hint: The host waits inside schedule()"
no_out "is enqueued once"
changed streams-many "s/arrow(c, second, main)/cudaStreamWaitEvent(main, c, 0)/; s/task('D', main);/& cudaEventRecord(c, second);/"
out "not true: no stream waits for an event before it is recorded"
changed streams-many "/task('B', main)/d; s/arrow(a, main, second)/task('B', main); &/"
out "not true: B and C are free of each other"
changed launch-overhead '/cudaEventSynchronize/d'
out "asks for the time, and nothing has waited until the device has"
out "cudaErrorNotReady"
changed launch-overhead 's/^        launch(stream);/        launch(stream), cudaStreamSynchronize(stream);/'
out "hint: You wait after every launch"

# Numbers: what the factor says, and nothing else.
changed device-query 's/sm_hz = 1e3/sm_hz = 1e6/'
out "hint: The result is off by a power of 1000"
changed device-query 's/2 \* memory_hz \* bus_bytes \/ 1e9/2 * (int)attribute(cudaDevAttrMemoryClockRate) * (int)attribute(cudaDevAttrGlobalMemoryBusWidth) \/ 8e6/'
out "hint: A product of ints went past 2^31"
changed device-query 's/= 2 \* memory_hz/= memory_hz/'
out "hint: out[4] is half of what it should be"
changed footprint 's/before - bytes_free/-before + bytes_free/'
out "hint: left_by() has the right number with the wrong sign"
no_out "Right up to scenario"
changed footprint 's/long long sum = 0/int sum = 0/'
out "hint: fits() says that 16 times the free memory finds room"
echo ok

# A constant that the preprocessor gives, and an input of bytes: the array that
# is set has ints.
changed histogram-private 's/out, 0, BINS \* sizeof(unsigned int)/out, 0, BINS/; s/^const int BINS = 256;//; 1i #define BINS 256'
out "sets BINS bytes: cudaMemsetAsync counts bytes"
no_out "nothing to add up"

# What is compared is counted, and has no fraction to lose.
cat >wrong.cu <<'END2'
__global__ void sort_kernel(const float *in, float *out, int n) {
    int g = blockIdx.x * blockDim.x + threadIdx.x;
    if (g >= n) return;
    float v[32];
    for (int k = 0; k < 32; k++)
        v[k] = in[(size_t)k * n + g];
    for (int k = 0; k < 32; k++) {
        int at = 0;
        for (int j = 0; j < 32; j++)
            at += v[j] < v[k];
        out[(size_t)at * n + g] = v[k];
    }
}
void sort_groups(const float *in, float *out, int n) {
    if (n) sort_kernel<<<(n + 127) / 128, 128>>>(in, out, n);
}
END2
given register-spills
no_out "Make it a float"

# The smallest number above 0 is not the least one.
changed softmax-rows 's/float most = -INFINITY/float most = FLT_MIN/; 1i #include <cfloat>'
out "begins at FLT_MIN, the smallest number above 0"

# Shuffles that begin too low: the only tree is told of, a second stage is not.
export KATA_EDITS=0
changed dot-product 's/= 16;/= 4;/'
out "so they add up 8 lanes. Is that all of them?"
cat >wrong.cu <<'END2'
const int BLOCK = 256;
__global__ void dot_kernel(const float *x, const float *y, float *out, int n) {
    __shared__ float part[BLOCK / 32];
    float sum = 0;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
        sum += x[i] * y[i];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x >= BLOCK / 32) return;
    sum = part[threadIdx.x];
    for (int d = 4; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffu, sum, d);
    if (threadIdx.x == 1) atomicAdd(out, sum);
}
void dot(const float *x, const float *y, float *out, int n) {
    cudaMemset(out, 0, sizeof *out);
    dot_kernel<<<132, BLOCK>>>(x, y, out, n);
}
END2
given dot-product
no_out "so they add up 8 lanes"
# The loop's own step is the one before the comma.
sed -i 's/float sum = 0;/float sum = 0; int k = 0;/; s/i += gridDim.x \* BLOCK)/i += gridDim.x * BLOCK, k++)/' wrong.cu
given dot-product
no_out "steps by 1"

# Blocks that begin one block's width apart and do two of them.
cat >wrong.cu <<'END2'
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
    int j = i + blockDim.x;
    if (j < n) c[j] = a[j] + b[j];
}
void vector_add(const float *a, const float *b, float *c, int n) {
    if (n) add<<<(n + 511) / 512, 256>>>(a, b, c, n);
}
END2
given vector-add
out "So two blocks do the same elements"
no_out "the last, partial block is missing"
sed -i 's/(n + 511) \/ 512/(n + 255) \/ 256 - 1/; s/int j = .*/int j = i;/' wrong.cu
given vector-add
no_out "So two blocks do the same elements"

# The rest of a division, in every block.
cat >wrong.cu <<'END2'
__global__ void count(const unsigned char *in, unsigned *out, int n) {
    int whole = n / 16;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < whole; i += gridDim.x * blockDim.x)
        for (int k = 0; k < 16; k++)
            atomicAdd(&out[in[16 * i + k]], 1);
    int left = 16 * whole + threadIdx.x;
    if (left < n) atomicAdd(&out[in[left]], 1);
}
void histogram(const unsigned char *in, unsigned *out, int n) {
    cudaMemset(out, 0, 1024);
    if (n) count<<<64, 256>>>(in, out, n);
}
END2
given histogram-global
out "\`left\` of line 6 is the same in every block"
sed -i 's/if (left < n)/if (left < n \&\& blockIdx.x == 0)/; s/16 \* i + k\]/16 * i + k - 1]/' wrong.cu
given histogram-global
no_out "is the same in every block"

# A variable that thread 0 sets for all; and a block that one shuffle sums up.
cat >wrong.cu <<'END2'
const int BLOCK = 256;
__global__ void softmax_kernel(const float *in, float *out, int cols) {
    __shared__ float of[BLOCK];
    const float *x = in + (size_t)blockIdx.x * cols;
    float *y = out + (size_t)blockIdx.x * cols, most = -INFINITY, sum = 0;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        most = fmaxf(most, x[c]);
    of[threadIdx.x] = most;
    __syncthreads();
    if (threadIdx.x == 0)
        for (int t = 1; t < BLOCK; t++)
            most = fmaxf(most, of[t]);
    __syncthreads();
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        sum += expf(x[c] - most);
    of[threadIdx.x] = sum;
    __syncthreads();
    sum = 0;
    for (int t = 0; t < BLOCK; t++)
        sum += of[t];
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        y[c] = expf(x[c] - most) / sum;
}
void softmax(const float *in, float *out, int rows, int cols) {
    if (rows && cols) softmax_kernel<<<rows, BLOCK>>>(in, out, cols);
}
END2
given softmax-rows
out "Each thread has its own \`most\`. Line 12"
sed 's/for (int t = 1; t < BLOCK; t++)$/for (int t = 0; t < 1; t++)/; s/most = fmaxf(most, of\[t\]);/most = fmaxf(most, x[t]);/' wrong.cu >tail.cu
cp wrong.cu kept.cu && cp tail.cu wrong.cu # thread 0 takes one of its own more
given softmax-rows
no_out "Each thread has its own"
cp kept.cu wrong.cu
sed -i 's/if (threadIdx.x == 0)$/if (threadIdx.x >= 0)/; s/sum += of\[t\]/sum -= of[t]/' wrong.cu
given softmax-rows
no_out "Each thread has its own"
cat >wrong.cu <<'END2'
const int BLOCK = 256;
__global__ void rows_kernel(const float *in, float *out, int cols) {
    float sum = 0;
    for (int c = threadIdx.x; c < cols; c += BLOCK)
        sum += in[(size_t)blockIdx.x * cols + c];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, d);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
void row_sums(const float *in, float *out, int rows, int cols) {
    if (rows) rows_kernel<<<rows, BLOCK>>>(in, out, cols);
}
END2
given reduce-shuffle
out "this block has 256 threads"

# The width of a block by another name; a scan whose last distance is 16 by <=;
# a block that ends in the middle of a warp.
cat >wrong.cu <<'END2'
const int THREADS = 256, ITEMS = 4;
__global__ void scale(const float *x, float *y, float a, float b, float c, int n) {
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < ITEMS; k++) {
        int i = first + k * THREADS;
        if (i < n) y[i] = fmaxf(0.0f, fminf(c, a * x[i] + b));
    }
}
void relu_scale(const float *x, float *y, float a, float b, float c, int n) {
    int each = THREADS * ITEMS;
    if (n) scale<<<(n + each - 1) / each, THREADS>>>(x, y, a, b, c, n);
}
END2
given relu-scale
out "So two blocks do the same elements"
no_out "kata has tried"
sed -i 's/first = blockIdx.x \* blockDim.x + threadIdx.x/first = threadIdx.x + blockDim.x * blockIdx.x/' wrong.cu
given relu-scale
out "So two blocks do the same elements"
# Through another variable it is not seen, and no edit that stores all elements
# four times is told either.
sed -i 's/int first = .*/int base = blockIdx.x * blockDim.x, first = base + threadIdx.x;/' wrong.cu
given relu-scale
no_out "kata has tried"
changed warp-scan 's/d < WARP/d <= 16/; s/lane >= d/lane != 0/'
no_out "ends before a distance"
changed warp-scan 's/d < WARP/d <= 8/'
out "ends before a distance of 16"
cat >wrong.cu <<'END2'
__global__ void scan_kernel(const unsigned *in, unsigned *inclusive, unsigned *exclusive, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    unsigned own = i < n ? in[i] : 0, sum = own;
    for (int d = 1; d < 32; d *= 2) {
        unsigned below = __shfl_up_sync(threadIdx.x / 32 < 31 ? ~0u : 0xffu, sum, d);
        if (lane >= d) sum += below;
    }
    if (i < n) inclusive[i] = sum, exclusive[i] = sum - own;
}
void warp_scans(const unsigned *in, unsigned *inclusive, unsigned *exclusive, int n) {
    const int threads = 1000;
    if (n) scan_kernel<<<(n + threads - 1) / threads, threads>>>(in, inclusive, exclusive, n);
}
END2
given warp-scan
out "A block of 1000 threads ends in the middle of a warp"

# A second kernel with fewer threads than there are sums.
cat >wrong.cu <<'END2'
#define BLOCKS 1024
__device__ float partial[BLOCKS];
__device__ float block_sum(float v) {
    __shared__ float buf[256];
    buf[threadIdx.x] = v;
    __syncthreads();
    for (int s = 128; s > 0; s >>= 1) {
        if (threadIdx.x < s) buf[threadIdx.x] += buf[threadIdx.x + s];
        __syncthreads();
    }
    return buf[0];
}
__global__ void first(const float *a, const float *b, int n) {
    float v = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += BLOCKS * 256) v += a[i] * b[i];
    v = block_sum(v);
    if (threadIdx.x == 0) partial[blockIdx.x] = v;
}
__global__ void second(float *out) {
    float v = block_sum(partial[threadIdx.x]);
    if (threadIdx.x == 0) out[0] = v;
}
void dot(const float *a, const float *b, float *out, int n) {
    first<<<BLOCKS, 256>>>(a, b, n);
    second<<<1, 256>>>(out);
}
END2
given dot-product
out "Line 24 launches 1024 blocks"
out "Line 20 reads one of them in each of 256 threads"
sed -i 's/float v = block_sum(partial\[threadIdx.x\])/float v = 0; for (int i = threadIdx.x; i < BLOCKS; i += 256) v += partial[i]; v = 2 * block_sum(v)/' wrong.cu
given dot-product
no_out "launches 1024 blocks"

# A comma that is no list; the grid's extents through variables; what n / 4
# leaves over; a read and an exchange; rows that a division leaves over.
cat >wrong.cu <<'END2'
__global__ void product(const float *a, const float *b, float *c, int m, int n, int k) {
    int row = blockIdx.y * 8 + threadIdx.y, col = blockIdx.x * 32 + threadIdx.x;
    if (row >= m || col >= n) return;
    float sum = 0;
    for (int p = 0; p < k; p++) sum += a[row * k + p] * b[p * n + col];
    c[row * n + col] = sum;
}
void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m == 0 || n == 0) return;
    dim3 block = (32, 8);
    product<<<dim3((n + 31) / 32, (m + 7) / 8), block>>>(a, b, c, m, n, k);
}
END2
given matmul-naive
out "\`= (32, 8)\` in line 10 gives \`block\` the last number alone, 8"
sed -i 's/dim3 block = (32, 8);/int x = (m + 31) \/ 32, y = (n + 7) \/ 8;\n    dim3 block(32, 8);/; s/dim3((n + 31) .*, block>>>/dim3(x, y), block>>>/' wrong.cu
given matmul-naive
out "has its blocks for m first"
out "blockIdx.x with n: the first number has to cover n"
cat >wrong.cu <<'END2'
__global__ void scale(const float4 *x, float4 *y, float a, float b, float c, int count) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= count) return;
    float4 v = x[i];
    v.x = fmaxf(0, fminf(c, a * v.x + b)), v.y = fmaxf(0, fminf(c, a * v.y + b));
    v.z = fmaxf(0, fminf(c, a * v.z + b)), v.w = fmaxf(0, fminf(c, a * v.w + b));
    y[i] = v;
}
void relu_scale(const float *x, float *y, float a, float b, float c, int n) {
    if (n) scale<<<(n + 1023) / 1024, 256>>>((const float4 *)x, (float4 *)y, a, b, c, n / 4);
}
END2
given relu-scale
out "The last n % 4 elements are never written: \`n / 4\` in line 10 rounds down"
no_out "partial block is missing"
cat >wrong.cu <<'END2'
__global__ void add_up(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int before = *out;
    atomicExch(out, before + in[i]);
}
void sum(const int *in, int *out, int n) {
    cudaMemset(out, 0, sizeof(int));
    if (n) add_up<<<(n + 127) / 128, 128>>>(in, out, n);
}
END2
given reduce-naive
out "Line 4 reads \`*out\`, and line 5 exchanges it: only the exchange is atomic"
cat >wrong.cu <<'END2'
__global__ void rows(const float *a, const float *x, float *y, int m, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = 0;
    if (i >= m) return;
    for (int j = 0; j < n; j++) v += a[(size_t)i * n + j] * x[j];
    y[i] = v;
}
__global__ void columns(const float *b, const float *w, float *z, int m, int n) {
    __shared__ float strip[32][32];
    int j = blockIdx.x * 32 + threadIdx.x, len = m / 32, begin = threadIdx.y * len;
    float v = 0;
    for (int i = begin; j < n && i < begin + len; i++) v += b[(size_t)i * n + j] * w[i];
    strip[threadIdx.y][threadIdx.x] = v;
    __syncthreads();
    if (threadIdx.y || j >= n) return;
    for (int s = 1; s < 32; s++) v += strip[s][threadIdx.x];
    z[j] = v;
}
void gemv(const float *a, const float *x, float *y, const float *b, const float *w, float *z, int m, int n) {
    if (m) rows<<<(m + 63) / 64, 64>>>(a, x, y, m, n);
    if (n) columns<<<(n + 31) / 32, dim3(32, 32)>>>(b, w, z, m, n);
}
END2
given gemv
out "the results without the last rows of \`b\`: a division rounds down"

# Lane 0 alone knows the sum: a few other elements are right by chance.
cat >wrong.cu <<'END2'
__device__ float2 add_up(float2 v) {
    for (int d = 16; d > 0; d /= 2) v.x += __shfl_down_sync(~0u, v.x, d), v.y += __shfl_down_sync(~0u, v.y, d);
    return v;
}
__global__ void norm(const float *x, const float *weight, const float *dy, float *y, float *dx, int cols, float eps) {
    __shared__ float2 part[8];
    size_t row = (size_t)blockIdx.x * cols;
    int lane = threadIdx.x % 32;
    float2 sum = make_float2(0, 0);
    for (int c = threadIdx.x; c < cols; c += 256) {
        float v = x[row + c];
        sum.x += v * v, sum.y += v * dy[row + c] * weight[c];
    }
    sum = add_up(sum);
    if (lane == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = add_up(lane < 8 ? part[lane] : make_float2(0, 0));
    float r = rsqrtf(sum.x / cols + eps);
    for (int c = threadIdx.x; c < cols; c += 256) {
        float v = x[row + c];
        y[row + c] = v * r * weight[c];
        dx[row + c] = r * (dy[row + c] * weight[c] - v * r * r * sum.y / cols);
    }
}
void rmsnorm(const float *x, const float *weight, const float *dy, float *y, float *dx, int rows, int cols, float eps) {
    if (rows) norm<<<rows, 256>>>(x, weight, dy, y, dx, cols, eps);
}
END2
given rmsnorm
out "Only thread 0 of each row stores the right values"

# Divisions of ints in constants; macros without brackets; a row of another
# length, through a function.
cat >wrong.cu <<'END2'
const float CENTRE = 2 / 5, ALONG = 3 / 20, ACROSS = 1 / 10, UP = 1 / 20;
#define AT(x, y, z) (((z) * ny + (y)) * nx + (x))
__global__ void box(const float *in, float *out, int nx, int ny, int nz) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, z = blockIdx.z;
    if (x >= nx || y >= ny) return;
    float v = in[AT(x, y, z)];
    if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1)
        v = CENTRE * v + ALONG * (in[AT(x - 1, y, z)] + in[AT(x + 1, y, z)]) + ACROSS * (in[AT(x, y - 1, z)] + in[AT(x, y + 1, z)]) + UP * (in[AT(x, y, z - 1)] + in[AT(x, y, z + 1)]);
    out[AT(x, y, z)] = v;
}
void stencil(const float *in, float *out, int nx, int ny, int nz) {
    if (nx && ny && nz) box<<<dim3((nx + 31) / 32, (ny + 7) / 8, nz), dim3(32, 8)>>>(in, out, nx, ny, nz);
}
END2
given stencil-3d
out "2 / 5 in line 1 divides ints, so the fraction is lost: it is 0"
no_out "macro"
sed -i '1s/.*/const float CENTRE = 0.4f, ALONG = 0.15f, ACROSS = 0.1f, UP = 0.05f;/; 2s/.*/#define AT(x, y, z) ((z * ny + y) * nx + x)/' wrong.cu
given stencil-3d
out "in line 8 \`AT\` gets \`z - 1\` for \`z\`"
cat >wrong.cu <<'END2'
__device__ float dot(const float *a, const float *b, int row, int col, int width) {
    float s = 0;
    for (int i = 0; i < width; i++) s += a[row * width + i] * b[i * width + col];
    return s;
}
__global__ void product(const float *a, const float *b, float *c, int m, int n, int k) {
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (row < m && col < n) c[row * n + col] = dot(a, b, row, col, k);
}
void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    if (m && n) product<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(a, b, c, m, n, k);
}
END2
given matmul-naive
out "Line 3 multiplies the number of the row by width, which is k"

# Lanes that happen to be together are not those that take part.
edited "$KATA_ROOT/solutions/debug/find-mask/find-mask.cu" \
    's/__clz(mask)/__clz(__activemask())/' find-mask
out "wrong if half of them come there a little later"

# Whole numbers that go through a float.
cat >wrong.cu <<'END2'
__device__ float running(float v, int lane) {
    for (int d = 1; d < 32; d *= 2) {
        float below = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d) v += below;
    }
    return v;
}
__global__ void sums(const unsigned *in, unsigned *inclusive, unsigned *exclusive, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned mine = i < n ? in[i] : 0, all = running(mine, threadIdx.x % 32);
    if (i < n) inclusive[i] = all, exclusive[i] = all - mine;
}
void warp_scans(const unsigned *in, unsigned *inclusive, unsigned *exclusive, int n) {
    if (n) sums<<<(n + 255) / 256, 256>>>(in, inclusive, exclusive, n);
}
END2
given warp-scan
out "a float has 24 bits, and that is the nearest one. Line 1 makes it a float"

# A warp's own variable, used by the others.
cat >wrong.cu <<'END2'
__device__ float total(float v) {
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffff, v, d);
    return v;
}
__global__ void soften(const float *in, float *out, int cols) {
    __shared__ float parts[8];
    const float *x = in + (size_t)blockIdx.x * cols;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float most = -INFINITY, sum = 0;
    for (int c = 0; c < cols; c++) most = fmaxf(most, x[c]);
    for (int c = threadIdx.x; c < cols; c += 256) sum += expf(x[c] - most);
    sum = total(sum);
    if (lane == 0) parts[warp] = sum;
    __syncthreads();
    float all = 1;
    if (warp == 0) {
        all = total(lane < 8 ? parts[lane] : 0);
    }
    for (int c = threadIdx.x; c < cols; c += 256)
        out[(size_t)blockIdx.x * cols + c] = expf(x[c] - most) / all;
}
void softmax(const float *in, float *out, int rows, int cols) {
    if (rows && cols) soften<<<rows, 256>>>(in, out, cols);
}
END2
given softmax-rows
out "Each thread has its own \`all\`. Line 17 gives that of warp 0 its value, and line 20 uses it"

# Counters that are cleared but for the last one.
cat >wrong.cu <<'END2'
#define TOP 255
__global__ void tally(const unsigned char *in, unsigned *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(out + in[i], 1);
}
void histogram(const unsigned char *in, unsigned *out, int n) {
    cudaMemsetAsync(out, 0, TOP * sizeof(unsigned));
    if (n) tally<<<(n + 255) / 256, 256>>>(in, out, n);
}
END2
given histogram-global
out "Line 7 clears 255 elements of \`out\`, which has 256"

# A launch gives a number with a fraction to a parameter that is a whole number,
# whose name another argument has.
cat >wrong.cu <<'END2'
__global__ void clamp(const float *x, float *y, int n, float a, float b,
                      float c) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = fmaxf(fminf(a * x[i] + b, c), 0.0f);
}
void relu_scale(const float *x, float *y, float a, float b, float c, int n) {
    if (n > 0) clamp<<<(n + 255) / 256, 256>>>(x, y, a, b, c, n);
}
END2
given relu-scale
out "The launch in line 7 gives \`a\` to the parameter \`n\`, which is a whole number: the kernel \`clamp\` takes (x, y, n, a, b, c), and the launch gives (x, y, a, b, c, n)"
no_out "Look at the order. First"
# In their order, and wrong for another reason.
sed -i 's/(x, y, a, b, c, n);/(x, y, n, a, b, c);/; s/fminf(a/fminf(b/' wrong.cu
given relu-scale
no_out "The launch in line"

# A tree that halves a length of the cases is right where that is a power of two.
# Its distance is half of the variable, so that it ends where it should.
cat >wrong.cu <<'END2'
const int MOST = 4096, BLOCK = 256;
__global__ void scans(const unsigned *in, unsigned *inclusive,
                      unsigned *exclusive, int cols) {
    __shared__ unsigned tile[MOST];
    size_t row = (size_t)blockIdx.x * cols;
    for (int i = threadIdx.x; i < cols; i += BLOCK) tile[i] = in[row + i];
    for (int step = 2; step <= cols; step *= 2) {
        __syncthreads();
        for (int t = threadIdx.x; t < cols / step; t += BLOCK)
            tile[(t + 1) * step - 1] += tile[(t + 1) * step - 1 - step / 2];
    }
    __syncthreads();
    if (threadIdx.x == 0) tile[cols - 1] = 0;
    for (int step = cols; step >= 2; step /= 2) {
        __syncthreads();
        for (int t = threadIdx.x; t < cols / step; t += BLOCK) {
            int end = (t + 1) * step - 1;
            unsigned left = tile[end - step / 2];
            tile[end - step / 2] = tile[end];
            tile[end] += left;
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < cols; i += BLOCK) {
        exclusive[row + i] = tile[i];
        inclusive[row + i] = tile[i] + in[row + i];
    }
}
void row_scans(const unsigned *in, unsigned *inclusive, unsigned *exclusive,
               int rows, int cols) {
    if (rows && cols) scans<<<rows, BLOCK>>>(in, inclusive, exclusive, cols);
}
END2
given scan-block
out "The tree of line 14 begins with \`cols\` and halves it in each round. That works only where \`cols\` is a power of two"
no_out "ends before the distance is 1"
# Wrong for powers of two as well: that is not why.
sed -i 's/= tile\[i\] + in/= tile[i] + 2 * in/' wrong.cu
given scan-block
no_out "is a power of two"
no_out "ends before the distance is 1"

# Byte k of a word begins 8 * k bits up.
cat >wrong.cu <<'END2'
__global__ void tally(const unsigned char *in, unsigned *out, int n) {
    const unsigned *words = (const unsigned *)in;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4) {
        unsigned word = words[i];
        for (int k = 0; k < 4; k++) atomicAdd(&out[(word >> k) & 0xff], 1);
    }
    if (i < n % 4) atomicAdd(&out[in[n / 4 * 4 + i]], 1);
}
void histogram(const unsigned char *in, unsigned *out, int n) {
    cudaMemset(out, 0, 256 * sizeof(unsigned));
    if (n) tally<<<(n + 255) / 256, 256>>>(in, out, n);
}
END2
given histogram-global
out "Line 6 shifts \`word\` by \`k\` bits, which is 0 to 3. A part of 8 bits begins 8 bits after the one before: write word >> (8 * k)"
sed -i 's/(word >> k) & 0xff/(unsigned char)(word >> k)/' wrong.cu
given histogram-global
out "write word >> (8 * k)"
# A variable that goes up by 8 counts bits, and single bits are no bytes.
sed -i 's/k < 4; k++/k < 32; k += 8/; s/i < n % 4/i + 1 < n % 4/' wrong.cu
given histogram-global
no_out "bits after the one before"

# An output that holds what belongs into another one, which is right.
changed coalescing 's/\bp\.z\b/p.y/'
out "and \`y\` is right: does the line that stores here take the value of the other one?"

# A sum that lane 0 alone has, and all threads go on with; in lane 0's own
# branch nobody is told so.
cat >wrong.cu <<'END2'
const int BLOCK = 256;
__device__ float block_all(float v, bool most) {
    __shared__ float sums[BLOCK / 32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int d = 16; d > 0; d /= 2) {
        float o = __shfl_down_sync(0xffffffffu, v, d);
        v = most ? fmaxf(v, o) : v + o;
    }
    if (lane == 0) sums[warp] = v;
    __syncthreads();
    v = lane < BLOCK / 32 ? sums[lane] : most ? -INFINITY : 0.0f;
    for (int d = 16; d > 0; d /= 2) {
        float o = __shfl_down_sync(0xffffffffu, v, d);
        v = most ? fmaxf(v, o) : v + o;
    }
    __syncthreads();
    return v;
}
__global__ void soft(const float *x, float *y, int cols) {
    x += (size_t)blockIdx.x * cols;
    y += (size_t)blockIdx.x * cols;
    float most = -INFINITY, sum = 0.0f;
    for (int c = threadIdx.x; c < cols; c += BLOCK) most = fmaxf(most, x[c]);
    most = block_all(most, true);
    for (int c = threadIdx.x; c < cols; c += BLOCK) sum += expf(x[c] - most);
    float all = block_all(sum, false);
    for (int c = threadIdx.x; c < cols; c += BLOCK) y[c] = expf(x[c] - most) / all;
}
void softmax(const float *in, float *out, int rows, int cols) {
    if (rows && cols) soft<<<rows, BLOCK>>>(in, out, cols);
}
END2
given softmax-rows
out "lane 0 alone has the whole result, and line 17 returns each thread's own \`v\`"

# A vote whose lane 31 is the sign of an int; as an unsigned it is none.
changed warp-vote 's/unsigned bits = /int bits = /; s/if (lane == k) mine = bits;/if (lane == k) mine = bits > 0 ? bits : 0;/'
out "\`bits\` is an int, and the vote of lane 31 is its sign"
sed -i 's/int bits = /unsigned bits = /; s/hits == size ?/hits >= 31 ?/' wrong.cu
given warp-vote
no_out "is its sign"

# Whole numbers in C: a fraction of them is 0, also as a factor.
cat >wrong.c <<'END2'
void moments(const double *x, double *mean, double *var, int rows, int cols) {
    for (int r = 0; r < rows; r++) {
        double m = 0, s = 0;
        for (int c = 0; c < cols; c++) {
            double d = x[(long)r * cols + c] - m;
            m += 1 / (c + 1) * d;
            s += d * (x[(long)r * cols + c] - m);
        }
        mean[r] = m;
        var[r] = s / cols;
    }
}
END2
run kata check one-pass-variance --no-record --file wrong.c
out "1 / (c + 1) in line 6 divides ints, so the fraction is lost. Make one of"
out "as in 1.0 / (c + 1)"

# Shuffles upwards without a loop: the sum is in the last lane.
cat >wrong.cu <<'END2'
__global__ void sums(const float *x, float *sums, int rows, int cols) {
    int lane = threadIdx.x % 32, row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    float v = 0.0f;
    if (row < rows)
        for (int c = lane; c < cols; c += 32) v += x[(size_t)row * cols + c];
    v += __shfl_up_sync(0xffffffffu, v, 16);
    v += __shfl_up_sync(0xffffffffu, v, 8);
    v += __shfl_up_sync(0xffffffffu, v, 4);
    v += __shfl_up_sync(0xffffffffu, v, 2);
    v += __shfl_up_sync(0xffffffffu, v, 1);
    if (row < rows && lane == 0) sums[row] = v;
}
void row_sums(const float *x, float *out, int rows, int cols) {
    if (rows) sums<<<(rows + 7) / 8, 256>>>(x, out, rows, cols);
}
END2
given reduce-shuffle
out "__shfl_up_sync in line 6 brings the value of a lane with a lower number"
sed -i 's/_up_/_down_/' wrong.cu
run kata check reduce-shuffle --file wrong.cu --seed 1
no_out "lower number"

# A loop from 1 on that adds to what the thread has stored of its own.
cat >wrong.cu <<'END2'
__global__ void sums(const float *x, float *sums, int cols) {
    __shared__ float parts[256];
    float v = 0.0f;
    for (int c = threadIdx.x; c < cols; c += 256) v += x[(size_t)blockIdx.x * cols + c] + 1.0f;
    parts[threadIdx.x] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        for (int k = 1; k < 8; k++) v += parts[32 * k + threadIdx.x];
        for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
        if (threadIdx.x < 1) sums[blockIdx.x] = v;
    }
}
void row_sums(const float *x, float *out, int rows, int cols) {
    if (rows) sums<<<rows, 256>>>(x, out, cols);
}
END2
given reduce-shuffle
no_out "begins at 1"

# A sum that thread 0 alone completes, and every thread returns its own.
cat >wrong.cu <<'END2'
const int BLOCK = 256;
__device__ float whole(float v, bool most) {
    __shared__ float parts[BLOCK / 32];
    for (int d = 16; d > 0; d /= 2) {
        float o = __shfl_xor_sync(0xffffffffu, v, d);
        v = most ? fmaxf(v, o) : v + o;
    }
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 1; k < BLOCK / 32; k++) v = most ? fmaxf(v, parts[k]) : v + parts[k];
    }
    __syncthreads();
    return v;
}
__global__ void soft(const float *x, float *y, int cols) {
    x += (size_t)blockIdx.x * cols;
    y += (size_t)blockIdx.x * cols;
    float most = -INFINITY, sum = 0.0f;
    for (int c = threadIdx.x; c < cols; c += BLOCK) most = fmaxf(most, x[c]);
    most = whole(most, true);
    for (int c = threadIdx.x; c < cols; c += BLOCK) sum += expf(x[c] - most);
    sum = whole(sum, false);
    for (int c = threadIdx.x; c < cols; c += BLOCK) y[c] = expf(x[c] - most) / sum;
}
void softmax(const float *in, float *out, int rows, int cols) {
    if (rows && cols) soft<<<rows, BLOCK>>>(in, out, cols);
}
END2
given softmax-rows
out "The \`if\` of line 10 lets one thread alone complete \`v\`, and line 14 returns"

# A lane that counts the threads of the block.
cat >wrong.cu <<'END2'
__global__ void scan(const unsigned *in, unsigned *inclusive, unsigned *exclusive, int n) {
    int lane = threadIdx.x, i = blockIdx.x * blockDim.x + lane;
    unsigned own = i < n ? in[i] : 0, sum = own;
    for (int d = 1; d < 32; d *= 2) {
        unsigned other = __shfl_up_sync(0xffffffffu, sum, d);
        if (lane >= d) sum += other;
    }
    if (i < n) inclusive[i] = sum, exclusive[i] = sum - own;
}
void warp_scans(const unsigned *in, unsigned *inclusive, unsigned *exclusive, int n) {
    if (n) scan<<<(n + 127) / 128, 128>>>(in, inclusive, exclusive, n);
}
END2
given warp-scan
out "gives \`lane\` the number of the thread in its block"

# Parts of a block's sum that nobody adds: by the y of a thread, and by warps.
cat >wrong.cu <<'END2'
__global__ void both(const float *a, const float *x, float *y, const float *b, const float *w,
                     float *z, int m, int n) {
    __shared__ float part[8][32];
    int row = blockIdx.x * 8 + threadIdx.y;
    float sum = 0.0f;
    if (row < m) {
        for (int j = threadIdx.x; j < n; j += 32) sum += a[row * n + j] * x[j];
        for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffffu, sum, d);
        if (threadIdx.x == 0) y[row] = sum;
    }
    for (int c = blockIdx.x * 32 + threadIdx.x; c - threadIdx.x < n; c += gridDim.x * 32) {
        sum = 0.0f;
        for (int i = threadIdx.y; c < n && i < m; i += 8) sum += b[i * n + c] * w[i];
        part[threadIdx.y][threadIdx.x] = sum;
        __syncthreads();
        sum = 0.0f;
        for (int p = 0; p < 4; p++) sum += part[p][threadIdx.x];
        if (threadIdx.y == 0 && c < n) z[c] = sum;
        __syncthreads();
    }
}
void gemv(const float *a, const float *x, float *y, const float *b, const float *w, float *z,
          int m, int n) {
    if (m + n) both<<<(max(m, n) + 7) / 8, dim3(32, 8)>>>(a, x, y, b, w, z, m, n);
}
END2
given gemv
out "Line 14 stores an element of \`part\` for each of the 8 rows of threads of a block, and line 17 takes those with \`p < 4\` alone: all 8 have to be taken"
sed -i '17s/p < 4/p < 8/; 18s/= sum/= 2 * sum/' wrong.cu
given gemv
no_out "have to be taken"
cat >wrong.cu <<'END2'
const int THREADS = 512;
__global__ void sums(const float *x, float *out, int cols) {
    __shared__ float parts[32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float v = 0.0f;
    for (int c = threadIdx.x; c < cols; c += THREADS) v += x[(size_t)blockIdx.x * cols + c];
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
    if (lane == 0) parts[warp] = v;
    __syncthreads();
    v = lane < 8 ? parts[lane] : 0.0f;
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
    if (threadIdx.x == 0) out[blockIdx.x] = v;
}
void row_sums(const float *x, float *out, int rows, int cols) {
    if (rows) sums<<<rows, THREADS>>>(x, out, cols);
}
END2
given reduce-shuffle
out "Line 8 stores an element of \`parts\` for each of the 16 warps of a block, and line 10 takes those with \`lane < 8\` alone"
sed -i 's/lane < 8/lane < 16/; 12s/= v/= v + 1/' wrong.cu
given reduce-shuffle
no_out "have to be taken"

# An array of a maximum, used again for a sum of fewer warps than it has places.
cat >wrong.cu <<'END2'
__global__ void soft(const float *x, float *y, int cols) {
    __shared__ float kept[32];
    int lane = threadIdx.x & 31, w = threadIdx.x >> 5;
    x += (size_t)blockIdx.x * cols, y += (size_t)blockIdx.x * cols;
    kept[lane] = -INFINITY;
    __syncthreads();
    float m = -INFINITY, s = 0.0f;
    for (int c = threadIdx.x; c < cols; c += 128) m = fmaxf(m, x[c]);
    for (int d = 16; d; d /= 2) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, d));
    if (lane == 0) kept[w] = m;
    __syncthreads();
    m = kept[lane];
    for (int d = 16; d; d /= 2) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, d));
    __syncthreads();
    for (int c = threadIdx.x; c < cols; c += 128) s += expf(x[c] - m);
    for (int d = 16; d; d /= 2) s += __shfl_xor_sync(0xffffffffu, s, d);
    if (lane == 0) kept[w] = s;
    __syncthreads();
    float all = kept[lane];
    for (int d = 16; d; d /= 2) all += __shfl_xor_sync(0xffffffffu, all, d);
    for (int c = threadIdx.x; c < cols; c += 128) y[c] = expf(x[c] - m) / all;
}
void softmax(const float *in, float *out, int rows, int cols) {
    if (rows && cols) soft<<<rows, 128>>>(in, out, cols);
}
END2
given softmax-rows
out "Line 17 stores 4 elements of \`kept\`, one for each warp, and line 19 adds up all 32: those from 4 on still are -INFINITY, which line 5 put there"
sed -i '14s/.*/kept[lane] = 0.0f; __syncthreads();/; s/s += expf(x\[c\] - m)/s += expf(x[c])/' wrong.cu
given softmax-rows
no_out "still are"

# More blocks than the block that adds up their sums has threads.
cat >wrong.cu <<'END2'
__device__ float sums[2048];
__global__ void parts(const float *a, const float *b, int n) {
    float v = 0.0f;
    for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += gridDim.x * 64) v += a[i] * b[i];
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
    __shared__ float other;
    if (threadIdx.x == 32) other = v;
    __syncthreads();
    if (threadIdx.x == 0) sums[blockIdx.x] = v + other;
}
__global__ void whole(float *out, int count) {
    __shared__ float s[128];
    int t = threadIdx.x;
    s[t] = t < count ? sums[t] : 0.0f;
    for (int d = 64; d > 0; d /= 2) {
        __syncthreads();
        if (t < d) s[t] += s[t + d];
    }
    if (t == 0) *out = s[0];
}
void dot(const float *a, const float *b, float *out, int n) {
    int blocks = min((n + 63) / 64, 2048);
    if (blocks) parts<<<blocks, 64>>>(a, b, n);
    whole<<<1, 128>>>(out, blocks);
}
END2
given dot-product
out "Line 23 launches up to 2048 blocks, and each leaves a sum. Line 14 reads one of them in each of 128 threads"
sed -i '14s/.*/float v = 1.0f; for (int i = t; i < count; i += 128) v += sums[i]; s[t] = v;/' wrong.cu
given dot-product
no_out "leaves a sum"

# A scan over threads whose elements lie apart; from shared memory they may.
cat >wrong.cu <<'END2'
__device__ int sums[1 << 16];
__device__ int before(int v) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = v;
    for (int d = 1; d < 128; d *= 2) {
        __syncthreads();
        int more = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += more;
    }
    return s[t] - v;
}
__global__ void tile_sums(const int *in, int n, int tiles) {
    for (int b = 0, all = 0; b < tiles; b++) {
        sums[b] = all;
        for (int i = b * 512; i < min(n, b * 512 + 512); i++) all += in[i];
    }
}
__global__ void tile(const int *in, int *out, int n) {
    int mine[4], total = 0;
    for (int j = 0; j < 4; j++) {
        int i = blockIdx.x * 512 + j * 128 + threadIdx.x;
        total += i < n ? in[i] : 0;
        mine[j] = total;
    }
    int first = sums[blockIdx.x] + before(total);
    for (int j = 0; j < 4; j++) {
        int i = blockIdx.x * 512 + j * 128 + threadIdx.x;
        if (i < n) out[i] = first + mine[j];
    }
}
void scan(const int *in, int *out, int n) {
    int tiles = (n + 511) / 512;
    if (n == 0) return;
    tile_sums<<<1, 1>>>(in, n, tiles);
    tile<<<tiles, 128>>>(in, out, n);
}
END2
given scan-grid
out "In the loop of line 22 a thread takes elements that lie 128 apart, and line 27 scans the sums of the threads: so element 128"
sed -i 's/j \* 128 + threadIdx.x/threadIdx.x * 4 + j/; 16s/= all/= all + 1/' wrong.cu
given scan-grid
no_out "apart"

# A number that is gathered and never read; a value that is taken at once.
cat >wrong.c <<'END2'
#include <math.h>
void balances(const double *x, double *out, double start, int n) {
    double sum = start, lost = 0;
    for (int i = 0; i < n; i++) {
        double t = sum + x[i];
        lost += fabs(sum) >= fabs(x[i]) ? (sum - t) + x[i] : (x[i] - t) + sum;
        out[i] = sum = t;
    }
}
END2
told() {
    KATA_KNOWN=1 run kata check kahan --no-record --file wrong.c
    status 1
    tr -s '\n ' ' ' <stdout.txt >flat.txt
    cp flat.txt stdout.txt
}
told
out "\`lost\` gathers what line 6 adds to it, and no line reads it"
no_out "Or of this one"
sed -i 's/out\[i\] = sum = t/out[i] = sum += x[i]/; /lost +=/d' wrong.c
told
out "Or of this one"
no_out "no line reads it"
sed -i '1s/.*/double lost;/; s/, lost = 0//; s/out\[i\] = /lost += x[i]; &/' wrong.c # of the whole file
told
out "Or of this one"
no_out "no line reads it"

# Each warp has a row, and thread 0 of the block alone stores; one warp for each
# block has no such mistake.
cat >rows.cu <<'END2'
__global__ void sums(const float *in, float *out, int rows, int cols) {
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row = blockIdx.x * 4 + warp;
    float v = 0.0f;
    for (int c = lane; row < rows && c < cols; c += 32) v += in[(size_t)row * cols + c];
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
    if (threadIdx.x == 0 && row < rows) out[row] = v;
}
void row_sums(const float *in, float *out, int rows, int cols) {
    if (rows) sums<<<(rows + 3) / 4, 128>>>(in, out, rows, cols);
}
END2
cp rows.cu wrong.cu
given reduce-shuffle
out "Line 7 lets thread 0 of a block alone store \`out[row]\`, and \`row\` is another one in each warp of the block. Let lane 0 of each warp store its own"
no_out "index and the launch count"
edited rows.cu 's/out\[row\] = v/*(out + row) = v/' reduce-shuffle
out "lets thread 0 of the block alone go on"
edited rows.cu 's/threadIdx.x == 0 \&\&/lane == 0 \&\&/; s/(rows + 3) \/ 4/rows \/ 4 + 1/; s/row < rows) out/row < rows - 1) out/' reduce-shuffle
no_out "thread 0 of a block alone"

# C: whole blocks of columns alone; where a loop goes on with the rest, that is
# another mistake.
cat >wrong.c <<'END2'
void pairwise(const float *x, const float *y, float *d, int n, int m, int dim) {
    for (int j = 0; j + 4 <= m; j += 4)
        for (int i = 0; i < n; i++)
            for (int q = j; q < j + 4; q++) {
                float sum = 0;
                for (int k = 0; k < dim; k++) {
                    float a = x[i * dim + k] - y[q * dim + k];
                    sum += a * a;
                }
                d[i * m + q] = sum;
            }
}
END2
run kata check pairwise --file wrong.c --no-record
tr -s '\n ' ' ' <stdout.txt >flat.txt && mv flat.txt stdout.txt
out "The loop of line 2 goes on while \`4\` more are left of \`m\`, so its last m % 4 have no round, and no line after the loop does them."
sed -i 's/^}$/    for (int q = m \/ 4 * 4 + 1; q < m; q++) d[q] = 0;\n}/' wrong.c
run kata check pairwise --file wrong.c --no-record
no_out "goes on while"
