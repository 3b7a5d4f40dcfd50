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
