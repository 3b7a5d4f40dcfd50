# A check judges, records, and its exit status tells the verdicts apart.
. "$REGRESS/lib.sh"
need_nvcc
kata start toy >/dev/null
kata next >/dev/null
kata next copy >/dev/null
attempts() { sql "SELECT count(*) FROM attempt WHERE exercise = '$1'"; }

run kata check pass --on sim
status 0
out "attempt 1"
out "PASS"
out "modelled"
same "$(attempts pass)" 1

run kata check copy --on sim # the stub: it does not count
status 1
out "still as it was handed out, so this does not count as a try"
out "FAIL"
same "$(attempts copy)" 0
echo "// a first try" >>work/copy/copy.cu
run kata check copy --on sim
status 1
no_out "still as it was handed out"
same "$(attempts copy)" 1
sed -i '$d' work/copy/copy.cu # as it was handed out again
run kata hint copy
out "for your last check"

cp "$TOY/solutions/basics/copy/copy.cu" mine.cu
run kata check copy --on sim --file mine.cu --json
status 0
json
same "$(field '$.verdict')" pass
same "$(field '$.attempt')" 2
same "$(field '$.modelled')" 1
cmp work/copy/copy.cu "$TOY/exercises/basics/copy/copy.cu" || fail "work/ was touched"

run kata check copy --on sim --file "$TOY/solutions/basics/copy/copy.cu"
status 0
same "$(attempts copy)" 2 # a shipped file is nobody's work
run kata check "$TOY/solutions/basics/copy/copy.cu" --on sim
status 0 # the file named, not the one in work/
run kata check work/copy/copy.cu --on sim --no-record
status 1

echo "this is no CUDA" >work/copy/copy.cu
run kata check copy --on sim
status 3
out "error"
same "$(attempts copy)" 3
run kata check copy --on sim --no-record
status 3
same "$(attempts copy)" 3

cp mine.cu work/copy/copy.cu
run kata check copy --on sim --quick
status 0
out "NOT FINISHED"
run kata check copy --on sim --seed 0x2a
out "seed 0x2a"
run kata progress
out "2/2 passed"

# Right here, and left open by the book: it is said beside the pass.
cat >doubt.cu <<'END2'
#include <cuda_awbarrier_primitives.h>
__global__ void move(const float *in, float *out, int n) {
    __shared__ __mbarrier_t all;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __mbarrier_init(&all, blockDim.x);
    __syncthreads();
    if (i < n) out[i] = in[i];
}
void copy(const float *in, float *out, int n) {
    if (n > 0) move<<<(n + 255) / 256, 256>>>(in, out, n);
}
END2
run kata check copy --on sim --file doubt.cu
status 0
out "DOUBT"
out "doubt.cu:5"
out "CUDA does not promise that it always is"
out "PASS"
run kata check copy --on sim --file doubt.cu --json
same "$(field '$.doubts[0].kind')" mbarrier
same "$(field '$.verdict')" pass
