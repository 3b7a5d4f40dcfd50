# Words that name things as the learner's file does, and advice that fits what
# fails: found by wrong files of people who knew neither hints nor code.
. "$REGRESS/lib.sh"
need_nvcc
export KATA_ROOT="$REGRESS/../../.."
kata start micro-12-week >/dev/null

# Streams by the names that they have in the file.
changed memory-pools 's/cudaFreeAsync(\(.*\), one)/cudaFreeAsync(\1, two)/'
out "in stream \`two\` frees bytes that"
out "still uses the memory in \`one\`"
no_out "stream 7"

# No elements: the division rounds up, and gives 0 blocks all the same.
cat >wrong.cu <<'END'
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
void vector_add(const float *a, const float *b, float *c, int n) {
    add<<<(n + 255) / 256, 256>>>(a, b, c, n);
}
END
given vector-add
out "\`n\` is 0 in this case"
no_out "rounds down"

# The next load of a tile, in a function: the call is named, and no next round.
changed flash-forward '/__syncthreads/d'
out "shared-race"
no_out "This is the next round"

# Two arrays of one name in a line: the index of the one that is read.
cat >wrong.cu <<'END'
struct Both { float b[4]; };
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, at = i + n;
    Both f;
    for (int r = 0; r < 4; r++) {
        f.b[r] = i < n ? b[at] : 0.0f;
    }
    if (i < n) c[i] = a[i] + f.b[i % 4];
}
void vector_add(const float *a, const float *b, float *c, int n) {
    if (n) add<<<(n + 255) / 256, 256>>>(a, b, c, n);
}
END
given vector-add
out "the index in line 6, \`at\`,"

# Lanes that lie apart are why too much moves, where no gate asks about lanes.
cat >wrong.cu <<'END'
// A lane has 32 neighbouring columns.
__global__ void back(const float *y, const float *dy, float *dx, int rows, int cols) {
    int row = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    y += (size_t)row * cols, dy += (size_t)row * cols, dx += (size_t)row * cols;
    float keep[32], sum = 0;
#pragma unroll
    for (int k = 0; k < 32; k++) {
        int c = lane * 32 + k;
        keep[k] = c < cols ? y[c] : 0;
        sum += c < cols ? keep[k] * dy[c] : 0;
    }
    for (int d = 16; d; d /= 2)
        sum += __shfl_xor_sync(~0u, sum, d);
#pragma unroll
    for (int k = 0; k < 32; k++) {
        int c = lane * 32 + k;
        if (c < cols) dx[c] = keep[k] * (dy[c] - sum);
    }
}
void softmax_backward(const float *y, const float *dy, float *dx, int rows, int cols) {
    if (rows && cols) back<<<(rows + 7) / 8, 256>>>(y, dy, dx, rows, cols);
}
END
given softmax-backward
out "the lanes of a warp are far apart in memory"
no_out "is read twice"

# A store without the mask that the load has.
cat >wrong.py <<'END'
import triton
import triton.language as tl


@triton.jit
def kernel(x, out, cols, stride, BLOCK: tl.constexpr):
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    mask = at < cols
    v = tl.load(x + row * stride + at, mask=mask, other=-float("inf"))
    e = tl.exp(v - tl.max(v, axis=0))
    tl.store(out + row * stride + at, e / tl.sum(e, axis=0))


def softmax(x, out, rows, cols):
    kernel[(rows,)](x, out, cols, x.stride(0), BLOCK=triton.next_power_of_2(cols))
END
run kata check triton-softmax --on sim --no-record --file wrong.py
status 4
out "This store has no mask"
no_out "tl.atomic_add"

# A crash in C has no device.
cat >wrong.c <<'END'
#include <stdlib.h>
void scan(const int *x, long long *before, long long *upto, int n) {
    if (n > 100000) abort();
    long long sum = 0;
    for (int i = 0; i < n; i++)
        before[i] = sum, sum += x[i], upto[i] = sum;
}
END
run kata check prefix-sum --no-record --file wrong.c
status 4
out "The program stopped itself: abort()"
no_out "device pointer"
cat >wrong.c <<'END'
void scan(const int *x, long long *before, long long *upto, int n) {
    volatile int small = n < 200000;
    long long sum = 0;
    for (int i = 0; i < n; i++)
        before[i] = sum, sum += x[i], upto[i] = sum / small;
}
END
run kata check prefix-sum --no-record --file wrong.c
out "divided by 0"
no_out "device pointer"

# The file's own array, where a library has shared memory before it.
changed hip-port 's/MOST_WAVES = BLOCK \/ 32/MOST_WAVES = BLOCK \/ 64/'
out "has 4 elements, and the index of this line is 4"

# A vote inside of an if is no barrier of the block.
changed hip-port 's/bool positive = row < rows \&\& c < cols \&\& /if (row >= rows || c >= cols) break;\n        bool positive = /'
out "__ballot takes a value of every lane"
no_out "All threads of the block"

# One line that writes to the same place in each round.
changed find-event 's/(out + from, l->values/(out + p * m, l->values/'
out "One line writes these bytes twice, in two streams"

# The text that a program printed is kept when a case takes the device and another
# process runs the next: all calls, and not only the last ones.
sed 's/^    step();/    printf("one more step\\n");\n    step();/; 1i #include <cstdio>' \
    "$KATA_ROOT/solutions/basics/error-codes/error-codes.cu" >printing.cu
run kata check error-codes --file printing.cu
status 0
out "one more step"
out "more bytes)"

# An element for each program, and too many programs: no mask helps.
sed 's/lse_kernel\[(count,)\]/lse_kernel[(rows,)]/' \
    "$KATA_ROOT/solutions/triton/triton-ragged/triton-ragged.py" >wrong.py
run kata check triton-ragged --on sim --no-record --file wrong.py
tr -s '\n ' ' ' <stdout.txt >flat.txt
cp flat.txt stdout.txt
out "there is none for program"
no_out "Give this tl.load"

# A launch without a stream, among copies that have one.
changed gemm-streams 's/, 0, stream\[p\]>>>/>>>/; s/cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking)/cudaStreamCreate(\&s)/'
out "has no stream, so it is in the default one"

# The second of two buffers begins past the end of what they share.
changed gemm-streams 's|(floats - (size_t)k \* n) / 2 / (k + n)|(floats - (size_t)k * n) / (k + n)|; s|(m + 7) / 8, 1)|m, 1)|'
out "of an allocation that has"
no_out "Did the allocation succeed"

# Every block does what eight others do, too: right, and slow.
changed coalescing 's|    if (i >= n) return;|    for (int k = 0; k < 9 \&\& i < n; k++, i += blockDim.x) {|; s|    w\[i\] = p.w;|&\n    }|'
out "so several blocks take the same elements"
no_out "Does a thread move one float"

# A lane's own neighbours, one by one.
changed kv-quant 's/key\[g\] = there ? .*/for (int b = 0; b < 16; b++) ((char *)\&key[g])[b] = there ? k[at + b] : 0;/; s/value\[g\] = there ? .*/for (int b = 0; b < 16; b++) ((char *)\&value[g])[b] = there ? v[at + b] : 0;/'
out "take them with one load of up to 16 bytes"

# All keys are there, and it is no sort by comparison.
changed radix-sort 's/>> shift & (DIGITS - 1), peers/>> (shift + 1) \& (DIGITS - 1), peers/'
no_out "is every pair compared"

# Two keys of two blocks have one place: no index of a block's own.
changed radix-sort 's/keys\[first + i\] : ~0u/keys[first + i] : 0/'
no_out "computed from threadIdx and not from blockIdx"

# Both copies in one stream: a load that the task takes is not at fault.
changed p2p 's|b, 1, n \* sizeof(float), out\[1\]|b, 1, n * sizeof(float), out[0]|'
no_out "look at"

# As fast as what it is compared with, although the model errs about that.
run kata check reduce-addressing --no-record \
    --file "$KATA_ROOT/solutions/parallel/reduce-addressing/interleaved.cu"
status 1
out "FAIL    speedup over interleaved 1x"

# A load of one element for each program, at one that is not there.
sed 's/offsets + row + 1/offsets + row + 2/' \
    "$KATA_ROOT/solutions/triton/triton-spmv/triton-spmv.py" >wrong.py
run kata check triton-spmv --on sim --no-record --file wrong.py
tr -s '\n ' ' ' <stdout.txt >flat.txt
cp flat.txt stdout.txt
out "Each program loads one element here"
no_out "Give this tl.load a mask"

# Two axes of a tile, and a check of one; and a tile of each program that has
# the same place in all of them.
triton_says() {
    run kata check "$1" --on sim --no-record --file wrong.py
    tr -s '\n ' ' ' <stdout.txt >flat.txt
    cp flat.txt stdout.txt
    out "$2"
    no_out "$3"
}
sed 's/tl.load(tx, boundary_check=(0, 1)/tl.load(tx, boundary_check=(0,)/' \
    "$KATA_ROOT/solutions/triton/triton-blockptr/triton-blockptr.py" >wrong.py
triton_says triton-blockptr "one of \`tx\` is not among them" \
    "loads one element here"
sed 's/tl.load(tx, boundary_check=(0, 1), padding_option="zero")/tl.load(tx)/' \
    "$KATA_ROOT/solutions/triton/triton-blockptr/triton-blockptr.py" >wrong.py
triton_says triton-blockptr "this line checks no boundary" \
    "loads one element here"
sed 's/tl.atomic_add(bins + b, counts, mask=counts > 0)/tl.store(bins + b, counts)/' \
    "$KATA_ROOT/solutions/triton/triton-convert/triton-convert.py" >wrong.py
triton_says triton-convert "Every program stores to the same places" \
    "Give it the mask of the load"

# A program for each element: the offsets pass 2^31 and get through the mask.
sed 's/grid = .*/grid = (n,)/; s/add_kernel\[[^]]*\]/add_kernel[(n,)]/' \
    "$KATA_ROOT/solutions/triton/triton-add/triton-add.py" >wrong.py
triton_says triton-add "a program for each element" "host's array"

# How far apart the lanes of a warp are, where the sectors of a request tell it.
cat >wrong.cu <<'END'
__global__ void add(const float *a, const float *b, float *c, int n, int each) {
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * each;
    for (int i = first; i < min(first + each, n); i++)
        c[i] = a[i] + b[i];
}
void vector_add(const float *a, const float *b, float *c, int n) {
    const int each = 4;
    int blocks = (n + 256 * each - 1) / (256 * each);
    if (n) add<<<blocks, 256>>>(a, b, c, n, each);
}
END
given vector-add
out "16 sectors per request where 4 would do, as if neighbouring lanes were 4 elements apart"
sed -i 's/each = 4;/each = 32;/' wrong.cu
given vector-add
out "where 4 would do: each lane has a sector of its own"

# Facts that are not true: marks without the stream of the work, and a prefetch
# that counts elements.
changed streams-first 's/cudaEventRecord(\([a-z]*\), stream)/cudaEventRecord(\1)/'
out "have no stream, so the device notes them in the default stream, and the work is in \`stream\`"
# cudaEventElapsedTime before the device has reached the mark.
changed streams-first 's/^ *cudaEventSynchronize(.*//'
out "and nothing has waited until the device has reached"
changed streams-first 's/^\( *\)\(cudaEventSynchronize(.*\)/\1for (;;) { \2 break; }/; s/cudaEventRecord(\([a-z]*\), stream)/cudaEventRecord(\1, 0)/'
no_out "nothing has waited"
changed unified-memory 's/ prefetch(parts\[i\].values, parts\[i\].n \* sizeof(float), \(.*\), s)/ if (parts[i].n) cudaMemPrefetchAsync(parts[i].values, parts[i].n, \1, 0, s)/'
out "moves parts[i].n bytes: cudaMemPrefetchAsync counts bytes"

# A parameter's own variable gets another address; a quotient of whole numbers
# has nothing to round up.
cat >wrong.cu <<'END2'
enum { FINE, LAUNCH, KERNEL };
int run_step(void (*step)(), cudaError_t *error) {
    cudaGetLastError();
    step();
    cudaError_t code = cudaGetLastError();
    int where = code == cudaSuccess ? FINE : LAUNCH;
    if (code == cudaSuccess) {
        code = cudaDeviceSynchronize();
        if (code != cudaSuccess) {
            cudaGetLastError();
            where = KERNEL;
        }
    }
    error = &code;
    return where;
}
END2
given error-codes
out "Line 14 lets \`error\` point to \`code\`"
out "Write *error ="
sed 's/error = &code/*error = code/' wrong.cu >right.cu
run kata check error-codes --file right.cu --seed 1
status 0
changed launch-config 's/(\*grid + at_once - 1) \/ at_once/ceil(*grid \/ at_once)/'
out "\`*grid / at_once\` divides whole numbers: what is left over is"

# Asked outside of a parallel region, OpenMP counts one thread.
cat >wrong.c <<'END2'
#include <omp.h>
#include <stdlib.h>
void scan(const int *x, long long *before, long long *upto, int n) {
    int parts = omp_get_num_threads();
    long long *start = calloc(parts + 1, sizeof *start), each = n / parts + 1;
#pragma omp parallel for
    for (int p = 0; p < parts; p++)
        for (long long i = p * each; i < (p + 1) * each && i < n; i++)
            start[p + 1] += x[i];
    for (int p = 0; p < parts; p++) start[p + 1] += start[p];
#pragma omp parallel for
    for (int p = 0; p < parts; p++) {
        long long sum = start[p];
        for (long long i = p * each; i < (p + 1) * each && i < n; i++)
            before[i] = sum, upto[i] = sum += x[i];
    }
    free(start);
}
END2
run kata check prefix-sum --no-record --file wrong.c
out "omp_get_num_threads() in line 4 is 1"

# The division rounds up, and what it divides is 0.
changed vector-loads 's/double_kernel<<<blocks,/int wide = (quads + 255) \/ 256;\n    double_kernel<<<wide,/'
out "the division rounds up: so the number that is divided is 0"

# A stream in the place of the bytes of shared memory.
changed streams-overlap 's/, 0, s>>>/, s>>>/'
out "and the stream is the fourth"

# A text without its f, where the words of a message are what is judged.
if "${KATA_PYTHON:-$(dirname "$(dirname "$KATA")")/python/bin/python}" -I -c 'import torch' 2>/dev/null; then
    sed 's/f"{name} must be float32, not {value.dtype}"/name + " is {value.dtype}"/' \
        "$KATA_ROOT/solutions/pytorch/ext-checks/ext-checks.py" >wrong.py
    ! cmp -s wrong.py "$KATA_ROOT/solutions/pytorch/ext-checks/ext-checks.py" || fail "ext-checks: nothing to change"
    run kata check ext-checks --no-record --file wrong.py
    out "has no f before its quote"
fi
