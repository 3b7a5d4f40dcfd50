# Wrong values, and the line that they come from: found by small edits of the
# file, which are tried on every case.
. "$REGRESS/lib.sh"
unset KATA_EDITS
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

# A known mistake has words of its own, which say more.
unset KATA_KNOWN
cp "$KATA_ROOT/solutions/parallel/reduce-naive/mutants/adds-index.cu" wrong.cu
given reduce-naive
out "a known mistake: The thread adds"
no_out "kata has tried it"

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
