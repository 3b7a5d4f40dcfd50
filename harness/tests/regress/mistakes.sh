# Mistakes that beginners make, and the sentence that each must get and must not
# get. Each is a shipped solution with one thing changed, or a few lines.
. "$REGRESS/lib.sh"
need_nvcc
export KATA_ROOT="$REGRESS/../../.."
kata start micro-12-week >/dev/null

# changed ID SED: the solution of ID with an edit, as wrong.cu, checked.
changed() {
    solution=$(echo "$KATA_ROOT"/solutions/*/"$1"/"$1".cu)
    sed "$2" "$solution" >wrong.cu
    ! cmp -s "$solution" wrong.cu || fail "$1: nothing to change: $2"
    given "$1"
}

given() {
    run kata check "$1" --file wrong.cu
    [ "$last_status" -ne 0 ] || fail "$1: passed"
    # Lines are wrapped: texts are looked for in one long line.
    tr -s '\n ' ' ' <stdout.txt >flat.txt
    cp flat.txt stdout.txt
}

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
changed matmul-tiled 's/^\(        \)\(as\[y\]\[x\] = \)row < m && p + x < k ? \(.*\) : 0.0f;/\1if (row < m \&\& p + x < k) \2\3;/'
out "elements are filled, this one is not"
no_out "Shared memory begins with garbage"

# The launch: rounded down; the two numbers swapped.
changed vector-add 's/(n + threads - 1) \/ threads/n \/ threads/'
out "rounds down"
changed vector-add 's/<<<blocks, threads>>>/<<<threads, blocks>>>/'
out "are the two swapped?"

# Every block does what the first one does.
changed vector-add 's/blockIdx.x \* blockDim.x + threadIdx.x/threadIdx.x/'
out "is every block's index the same?"
no_out "Only the tail"

# A number is cut to an int on the way: the hint for other mismatches is about
# something else, and is not shown.
changed relu-scale 's/return fmaxf(0.0f, fminf(c, a \* x + b));/int v = fmaxf(0.0f, fminf(c, a * x + b)); return v;/'
out "Every wrong value is a whole number"
no_out "Look at the order"

# The last, partial tile along k is left out.
changed matmul-tiled 's/p < k; p += TILE/p + TILE <= k; p += TILE/'
out "k is a multiple of 32"
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

# Both outputs that are wrong are named.
changed layernorm 's/mean\[blockIdx.x\] = m;/mean[blockIdx.x] = m + 1.0f;/; s/rstd\[blockIdx.x\] = r;/rstd[blockIdx.x] = 2.0f * r;/'
out "also wrong in this case: \`rstd\`"
echo ok
