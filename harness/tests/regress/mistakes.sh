# Mistakes that beginners make, and the sentence that each must get and must not
# get. Each is a shipped solution with one thing changed, or a few lines. Other
# cases are drawn with MISTAKES_SEED=2, 3, ...
. "$REGRESS/lib.sh"
need_nvcc
export KATA_ROOT="$REGRESS/../../.."
kata start micro-12-week >/dev/null

# A barrier is missing at the end of a loop.
changed matmul-tiled '/nobody needs them any more/d'
out "put __syncthreads() at the end of the loop"
no_out "__syncwarp"

# One between two lines of a block of several warps.
changed matmul-tiled '/both tiles are complete/d'
out "Put __syncthreads() between the line that writes and the line that reads"
no_out "__syncwarp"

# One between rounds that read and write in the same line.
changed reduce-shared '/for all, not only/d'
out "does each round end with __syncthreads(), outside of any"
no_out "__syncwarp"

# Updates that are no atomic operations: one of them, and all.
changed histogram-private 's/atomicAdd(&bins\[four >> 24\], 1u)/bins[four >> 24] += 1u/'
out "Only one of the two is atomic"
no_out "__syncwarp"
changed histogram-private 's/atomicAdd(&bins\[\(.*\)\], 1u)/bins[\1] += 1u/; s/atomicAdd(&mine\[in\[rest\]\], 1u)/mine[in[rest]]++/'
out "use atomicAdd"
no_out "__syncwarp"

# A tile that is filled in part, by too few threads; and one with a hole.
changed histogram-private '/for (int i = threadIdx.x; i < WARPS/s/.*/    int i = threadIdx.x;/'
out "It has 2048 elements, and the block has 256 threads"
no_out "Shared memory begins with garbage"
# By a loop, which ends where a block does.
changed histogram-private '/for (int i = threadIdx.x; i < WARPS/s/i < [^;]*;/i < 256;/'
out "has filled 256 of them"
no_out "let each thread fill several"
changed matmul-tiled 's/^\(        \)\(as\[y\]\[x\] = \)row < m && p + x < k ? \(.*\) : 0.0f;/\1if (row < m \&\& p + x < k) \2\3;/'
out "stores to \`as\` only where \`row < m && p + x < k\`"
out "Let an else store what changes nothing: a 0 in a sum"
no_out "Shared memory begins with garbage"

# None filled, and updated: what an update leaves is not called filled.
changed histogram-private '/bins\[0\]\[i\] = 0;/d'
out "Shared memory begins with garbage"
no_out "elements are filled"

# The launch: rounded down; the two numbers swapped.
changed vector-add 's/(n + threads - 1) \/ threads/n \/ threads/'
out "rounds down"
changed vector-add 's/<<<blocks, threads>>>/<<<threads, blocks>>>/'
out "are the two swapped?"

# Every block does what the first one does.
changed vector-add 's/blockIdx.x \* blockDim.x + threadIdx.x/threadIdx.x/'
out "No line uses blockIdx"
out "right: n=1; n=0; n=31"
no_out "Only the tail"

# A number is cut to an int on the way: the hint for other mismatches is about
# something else, and is not shown.
changed relu-scale 's/return fmaxf(0.0f, fminf(c, a \* x + b));/int v = fmaxf(0.0f, fminf(c, a * x + b)); return v;/'
out "\`v\` is an int in line 14, so it has no fraction"
no_out "Look at the order"

# Another function's int of the same name has nothing to do with it.
changed vector-add 's/^__global__/__device__ float twice(float x) {\n    for (int d = 16; d > 15; d--) x *= 2;\n    return x;\n}\n&/; s/c\[i\] = a\[i\] + b\[i\];/{ float d = 0; d += a[i]; d += b[i]; c[i] = twice(d); }/'
out "1 of 9 cases pass"
no_out "is an int in line"

# The last, partial tile along k is left out.
changed matmul-tiled 's/p < k; p += TILE/p + TILE <= k; p += TILE/'
out "so a last stretch of fewer than TILE gets no round"
no_out "The loop along k is still missing"

# A stride that counts one block only. All blocks write the same elements.
cat >wrong.cu <<'END'
__global__ void squares(const float *in, float *out, int *owner, int n) {
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = me; i < n; i += blockDim.x) {
        out[i] = in[i] * in[i];
        owner[i] = me;
    }
}
void square(const float *in, float *out, int *owner, int n, int blocks,
            int threads) {
    squares<<<blocks, threads>>>(in, out, owner, n);
}
END
entry=$(sed -n 's/^entry: //p' "$KATA_ROOT/exercises/basics/grid-stride/exercise.yaml")
[ "$entry" ] || fail "no entry"
sed -i "s/^void square(.*/$entry {/; /^            int threads) {/d" wrong.cu
given grid-stride
out "it must count all blocks"
out "gridDim.x * blockDim.x"
sed -i 's/int me = .*/&\n    int step = blockDim.x;/; s/i += blockDim.x/i += step/' wrong.cu
given grid-stride
out "it must count all blocks"
no_out "atomicAdd"

# Both outputs that are wrong are named.
changed layernorm 's/mean\[blockIdx.x\] = m;/mean[blockIdx.x] = m + 1.0f;/; s/rstd\[blockIdx.x\] = r;/rstd[blockIdx.x] = 2.0f * r;/'
out "also wrong in this case: \`rstd\`"

# The smallest wrong output is shown, and it holds what belongs into another.
changed layernorm 's/mean\[blockIdx.x\] = m;/mean[blockIdx.x] = r;/; s/rstd\[blockIdx.x\] = r;/rstd[blockIdx.x] = m;/'
out "what belongs into \`rstd\`"
no_out "Are all elements added"

# Values that come out if inputs are used in another way.
cat >wrong.cu <<'END'
__global__ void axpy(float a, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * y[i] + x[i];
}
void saxpy(float a, const float *x, float *y, int n) {
    if (n) axpy<<<(n + 255) / 256, 256>>>(a, x, y, n);
}
END
given saxpy
out "the results for \`x\` and \`y\` exchanged"
sed -i 's/ axpy(float a/ axpy(int a/; s/a \* y\[i\] + x/a * x[i] + y/' wrong.cu
given saxpy
out "the results for \`a\` without its fraction"
cat >wrong.cu <<'END'
__global__ void naive(const float *a, const float *b, float *c, int m, int n,
                      int k) {
    int i = blockIdx.y * 16 + threadIdx.y, j = blockIdx.x * 16 + threadIdx.x;
    float sum = 0;
    if (i >= m || j >= n) return;
    for (int p = 0; p < k; p++)
        sum += a[i * k + p] * b[j * k + p];
    c[i * n + j] = sum;
}
void matmul(const float *a, const float *b, float *c, int m, int n, int k) {
    dim3 grid((n + 15) / 16, (m + 15) / 16);
    if (m && n) naive<<<grid, dim3(16, 16)>>>(a, b, c, m, n, k);
}
END
given matmul-naive
out "if \`b\` is read as if it were stored by columns"

# The index of one array runs into the next one in shared memory.
cat >wrong.cu <<'END'
__global__ void filter(const float *in, const float *taps, float *out, int n,
                       int k) {
    __shared__ float tile[256 + 15];
    __shared__ float t[31];
    int first = blockIdx.x * 256 - k / 2, i = blockIdx.x * 256 + threadIdx.x;
    for (int s = threadIdx.x; s < 256 + k - 1; s += 256)
        tile[s] = first + s >= 0 && first + s < n ? in[first + s] : 0.0f;
    if (threadIdx.x < k) t[threadIdx.x] = taps[threadIdx.x];
    __syncthreads();
    float sum = 0;
    for (int j = 0; j < k; j++)
        sum += t[j] * tile[threadIdx.x + j];
    if (i < n) out[i] = sum;
}
void correlate(const float *in, const float *taps, float *out, int n, int k) {
    if (n) filter<<<(n + 255) / 256, 256>>>(in, taps, out, n, k);
}
END
given conv-1d
out "\`tile\` has 271 elements, and the index of this line is 271"
no_out "There must be a barrier between filling and reading"

# Threads without an output leave before they have filled their part.
sed -i 's/tile\[256 + 15\]/tile[256 + 30]/; s/^    int first = .*/&\n    if (i >= n) return;/' wrong.cu
given conv-1d
out "threads had returned before the barrier"
sed -i '/    if (i >= n) return;/d' wrong.cu

# No halo: wrong on both sides of an edge, which is not the last block.
sed -i 's/first + s >= 0/s >= k \/ 2 \&\& s < 256 + k \/ 2/' wrong.cu
given conv-1d
out "on both sides of the blocks' edges"
no_out "Only the tail"

# All blocks store to one element; a stride that counts one block, where no two
# blocks write.
cat >wrong.cu <<'END'
__global__ void total(const float *in, float *out, int n) {
    __shared__ float part[256];
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        sum += in[i];
    part[threadIdx.x] = sum;
    for (int s = 128; s > 0; s /= 2) {
        __syncthreads();
        if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    }
    if (threadIdx.x == 0) *out = part[0];
}
void reduce(const float *in, float *out, int n) {
    cudaMemsetAsync(out, 0, sizeof *out);
    total<<<64, 256>>>(in, out, n);
}
END
entry=$(sed -n 's/^entry: //p' "$KATA_ROOT/exercises/parallel/reduce-grid/exercise.yaml")
[ "$entry" ] || fail "no entry"
sed -i "s/^void reduce(.*/$entry {/" wrong.cu
given reduce-grid
out "All blocks store to this one element"
sed -i 's/) \*out = part\[0\]/) atomicAdd(out, part[0])/; s/i += gridDim.x \* blockDim.x/i += blockDim.x/' wrong.cu
given reduce-grid
out "several blocks take the same elements"
no_out "Then out was not zeroed"

# All threads of a block store to the block's element.
sed -i 's/if (threadIdx.x == 0) atomicAdd(out, part\[0\])/out[0] = part[threadIdx.x]/' wrong.cu
given reduce-grid
out "All threads of the block store to this one element"
no_out "All blocks store"

# Tiles that are turned, and stay where they were.
cat >wrong.cu <<'END'
__global__ void turn(const float *in, float *out, int rows, int cols) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    if (y < rows && x < cols) tile[threadIdx.y][threadIdx.x] = in[y * cols + x];
    __syncthreads();
    if (x < rows && y < cols) out[y * rows + x] = tile[threadIdx.x][threadIdx.y];
}
void transpose(const float *in, float *out, int rows, int cols) {
    if (!rows || !cols) return;
    dim3 grid((cols + 31) / 32, (rows + 31) / 32);
    turn<<<grid, dim3(32, 32)>>>(in, out, rows, cols);
}
END
given transpose
out "stand in the wrong places"
no_out "no thread of its block has written"

# The number in the block for that in the grid.
changed grid-stride 's/owner\[i\] = [a-z]*;/owner[i] = threadIdx.x;/'
out "The numbers begin again at 0 with every block"

# A shuffle without its mask: one sentence, and none of CUDA's own headers.
changed reduce-shuffle 's/__shfl_down_sync([^,]*, /__shfl_down_sync(/'
out "__shfl_down_sync(0xffffffff, value, ...)"
no_out "sm_30_intrinsics"

# Advice to add a bounds check where there is none, to look at it where there is.
changed vector-add 's/if (i < n) c\[i\]/c[i]/'
out "put the work into if (i < n)"
no_out "has a bounds check"
changed vector-add 's/if (i < n) c\[i\]/if (i <= n) c[i]/'
out "meant to be <?"

# A pointer that nobody has set.
cat >wrong.cu <<'END'
__global__ void add(float **at, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) at[2][i] = at[0][i] + at[1][i];
}
void vector_add(const float *a, const float *b, float *c, int n) {
    float **at;
    cudaMalloc(&at, 3 * sizeof *at);
    if (n) add<<<(n + 255) / 256, 256>>>(at, n);
    cudaFree(at);
}
END
entry=$(sed -n 's/^entry: //p' "$KATA_ROOT/exercises/basics/vector-add/exercise.yaml")
sed -i "s/^void vector_add(.*/$entry {/" wrong.cu
given vector-add
out "the pointer itself, or the struct or array that it comes from, was never set"
no_out "An address has to be a multiple"

# More threads than a block can have, as the file says.
changed vector-add 's/threads = 256/threads = 2048/'
out "the file says 2048: use more blocks of fewer threads"
no_out "swapped"

# Rounds that are counted by a division; the bound of one more size.
cat >wrong.cu <<'END'
__global__ void squares(const float *in, float *out, int *owner, int n) {
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    int all = gridDim.x * blockDim.x, turns = n / all;
    for (int t = 0; t < turns; t++) {
        out[me + t * all] = in[me + t * all] * in[me + t * all];
        owner[me + t * all] = me;
    }
}
void square_all(const float *in, float *out, int *owner, int n, int blocks,
                int threads) {
    squares<<<blocks, threads>>>(in, out, owner, n);
}
END
given grid-stride
out "n is a multiple of blocks * threads, wrong everywhere else"
no_out "no thread reaches"
no_out "Only owner"

# One output alone is wrong, and the hint is about that one.
changed grid-stride 's/owner\[i\] = [a-z]*;/owner[i] = i;/'
out "out is right, owner is not"

# The rest after the last whole vector is added by every block.
cat >wrong.cu <<'END'
__global__ void total(const float *in, float *out, int n) {
    float sum = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n / 4; i += gridDim.x * 256)
        for (int k = 0; k < 4; k++)
            sum += in[4 * i + k];
    if (threadIdx.x < n % 4) sum += in[n - 1 - threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}
void sum(const float *in, float *out, int n) {
    cudaMemsetAsync(out, 0, sizeof *out);
    total<<<n / 1024 + 1, 256>>>(in, out, n);
}
END
given reduce-grid
out "all ones" # ones cannot add up to nothing
no_out "Then out was not zeroed"

# One warp's sum of many.
sed -i 's/threadIdx.x % 32 == 0/threadIdx.x == 0/; s/in\[n - 1 - threadIdx.x\]/blockIdx.x ? 0 : &/' wrong.cu
given reduce-grid
out "a second warp has work"
no_out "Then out was not zeroed"

# Every sum of a row is too large by the same amount.
changed scan-block 's/exclusive\[row + i\] = .*;/exclusive[row + i] = tile[at(i)] + 7u + blockIdx.x;/'
out "off by one and the same amount"

# The surface of a box alone, and the inside alone.
changed stencil-3d 's/float v = here;/float v = 0.5f - here;/'
out "Only elements at the border are wrong"
out "copied from in, unchanged"
changed stencil-3d 's/ALONG_Y = 0.10f/ALONG_Y = 0.15f/'
out "Only elements inside are wrong"
no_out "copied from in"

# The index counts with another block than the launch: elements without a thread.
changed matmul-naive 's/int row = blockIdx.y \* blockDim.y/int row = blockIdx.y * 16/'
out "no thread reaches the store of those elements"
no_out "Work out one element"

# Exactly twice the sum: the hint is about that alone.
changed reduce-shuffle 's/int d = WARP \/ 2/int d = WARP/'
out "The steps of the shuffles begin at 16, not at 32"
no_out "A part of the sum is lost"

# A case without elements fails for itself, after all others.
changed vector-add 's/if (n == 0) return;//'
out "8 of 9 cases pass"
out "n=0: stopped by the error above"

# A written 255 is a value; unsigned sums are never below 0.
changed map-2d 's/int v = in/unsigned v = in/; s/min(max(v, 0), 255)/v > 255 ? 255 : v/'
out "an unsigned int is never below 0"
no_out "never written"

# Both tiles guarded by the sizes of C: no tree is in sight.
changed matmul-tiled 's/row < m && p + x < k/row < m \&\& col < n \&\& p + x < k/; s/p + y < k && col < n/row < m \&\& p + y < k \&\& col < n/'
out "each checked by its own sizes"
no_out "power of two"

# Lanes of a warp wait for each other at the end of a round, warps do not.
changed matmul-tiled 's/__syncthreads(); \/\/ nobody needs/__syncwarp(); \/\/ nobody needs/'
out "at the end of the loop"
no_out "between the line that writes and the line that"

# The second call of a function is no round of a loop.
changed layernorm 's/part\[1\]/part[0]/'
out "The call before this one used the same array"
no_out "the next round of the loop"

# A barrier that is missing between the levels of a tree; a neighbour that the
# last element does not have.
changed scan-block 's/^        __syncthreads();/        if (leaves \/ d > 64) __syncthreads(); else __syncwarp();/'
out "end each round with __syncthreads()"
changed scan-block 's/tile\[at(i)\] + own\[k\]/tile[at(i + 1)]/'
out "\`i + 1\` goes one too far for the last one"
no_out "The array needs one element more"

# Threads that return after the barrier have left nothing undone.
changed conv-1d 's/tile\[i\] = at >= 0 && at < n ? in\[at\] : 0.0f/if (at < n) tile[i] = at >= 0 ? in[at] : 0.0f/; s/tile is complete.*/&/; s/^    float sum\[EACH\] = {0};/    if (first + t >= n) return;\n&/'
out "or an \`if\` leaves some out"
no_out "returned before the barrier"

# An index that runs into the array that the line only writes.
cat >wrong.cu <<'END'
__global__ void sum(const float *a, const float *b, float *out, int d0, int d1,
                    int d2, int a0, int a1, int a2, int b0, int b1, int b2) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= d0 * d1 * d2) return;
    int q = t % d2, j = t / d2 % d1, i = t / (d0 * d1);
    out[t] = a[i * a0 + j * a1 + q * a2] + b[i * b0 + j * b1 + q * b2];
}
void add(const float *a, const float *b, float *out, int d0, int d1, int d2,
         int a0, int a1, int a2, int b0, int b1, int b2) {
    int n = d0 * d1 * d2;
    if (n == 0) return;
    sum<<<(n + 255) / 256, 256>>>(a, b, out, d0, d1, d2, a0, a1, a2, b0, b1,
                                  b2);
}
END
given strided-broadcast
out "past the end of \`b\`, which has 4004 bytes"
no_out "\`out\`"
# Of a pointer that may be one of two, nobody knows which one was meant.
sed -i 's/^    int q = /    b = t < 0 ? a : b;\n&/' wrong.cu
given strided-broadcast
out "This line does not read \`out\`"
no_out "use atomicAdd"

# One step more in a tree of shuffles, and the root in place of its inverse.
changed reduce-grid 's/int d = 16/int d = 32/'
out "Every wrong value is four times what it should be"
changed layernorm 's/        rstd\[blockIdx.x\] = r;/        rstd[blockIdx.x] = 1 \/ r;/'
out "one over"

# Shared memory: its size in elements; an index of threads whose turn it is not;
# threads that leave before they have filled theirs, where a tree adds garbage on.
changed reduce-shared 's/__shared__ float tile\[BLOCK\];/extern __shared__ float tile[];/; s/, BLOCK>>>/, BLOCK, BLOCK>>>/'
out "The third number of a launch counts bytes"
changed reduce-shared 's/if (tid < s) tile/tile/'
out "has 256 elements, and the index of this line is"
out "In a step only the threads below s add"
changed reduce-shared '/    tile\[tid\] = /s/.*/    if (i >= n) return;\n    tile[tid] = in[i];/'
out "threads had returned before the barrier"
no_out "begins with garbage"

# One of a warp is to store, in a block of several warps; a shuffle in an `if`.
changed reduce-shuffle 's/if (lane == 0) out/out/'
out "if (lane == 0)"
no_out "threadIdx.x == 0"
no_out "the other place"
changed reduce-shuffle 's/^\( *\)v += __shfl_down/\1if (threadIdx.x % 32 < d) v += __shfl_down/'
out "ended without coming here"
out "keep it outside of any"

# Host code clears the result itself: the line, and the array by its name.
changed histogram-private 's/^ *cudaMemsetAsync(out.*/    for (int v = 0; v < BINS; v++) out[v] = 0;/'
out "out[v] = 0;"
out "the beginning of \`out\`"

# Bytes that are elements, and blocks that are threads.
changed histogram-private 's/BINS \* sizeof(unsigned int)/BINS/; s/if (total > 0) //'
out "cudaMemset counts bytes, and an element has 4"
changed grid-stride 's/<<<blocks, threads>>>/<<<threads, blocks>>>/'
out "how many blocks stands first"

# A vote that a part of the warp leaves out, and the name of a variable of the
# device as an argument.
changed vector-add 's/^\( *\)\(if (i < n) \)\(c\|out\)\[i\]/\1\2__ballot_sync(0xffffffff, 1);\n    __syncthreads();\n\1\2\3[i]/'
out "Every lane that the mask names must come to this call"
cat >wrong.cu <<'END'
__constant__ float table[4];
__global__ void add(const float *a, const float *b, float *c, int n, const float *t) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i] + t[0];
}
END
sed -n 's/^entry: \(.*\)/\1 {/p' "$KATA_ROOT/exercises/basics/vector-add/exercise.yaml" >>wrong.cu
args=$(sed -n 's/^void [a-z_]*(\(.*\)) {/\1/p' wrong.cu | sed 's/const //g; s/float \*//g; s/int //g')
printf '    if (n) add<<<(n + 255) / 256, 256>>>(%s, table);\n}\n' "$args" >>wrong.cu
given vector-add
out "On the host \`table\` is not the address of the variable on"

# Since CUDA 13 a wrong launch leaves the error that any other call may leave.
changed unified-memory 's/if (bytes) cudaMemPrefetchAsync/cudaMemPrefetchAsync/'
out "A call of CUDA failed: cudaErrorInvalidValue"
out "from cudaMemPrefetchAsync in wrong.cu:$(grep -n cudaMemPrefetchAsync wrong.cu | head -1 | cut -d: -f1). Look at its arguments"
no_out "If it is a launch"
no_out "did not start"
# kata says itself what is wrong: words about the compiler's lines do not follow.
changed vector-add 's/void vector_add(const float \*a/void vector_add(float *a/'
out "'vector_add' has the wrong parameters"
out "Change that; then check again."
no_out "The compiler names the line"
echo ok
