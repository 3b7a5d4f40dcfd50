# Sizes are swept beside another program; the terminal's picture is gnuplot's,
# and without it the table stands.
. "$REGRESS/lib.sh"
kata start toy >/dev/null
run kata bench pass
status 2
err "'pass' is not timed"
run kata bench copy --against moon
status 2
err "there is no 'moon' to compare with"
run kata bench copy --against attempt:7
status 2
err "no number 7"
need_nvcc

cp "$TOY"/solutions/*/copy/copy.cu .
run kata bench copy --on sim --file copy.cu --octaves 1 --against solution \
    --json --svg out.svg
status 0
grep -q "<svg" out.svg || fail "no picture"
grep -q "ceiling (copy)" out.svg || fail "the ceiling has no name"
json
same "$(field '$.sizes[1].shape')" n=46203
same "$(field '$.sizes[1].awkward')" 1
same "$(field '$.sizes[2].solution.ratio')" 1
same "$(field '$.modelled')" 1

# The sizes that the exercise says: in order, and none above the simulated one.
run kata bench copy --on sim --file copy.cu --no-plot --json
status 0
same "$(field '$.sizes[0].shape')" n=4096
same "$(field '$.sizes[0].awkward')" 0
same "$(field '$.sizes[1].shape')" n=50001
same "$(field '$.sizes[1].awkward')" 1
same "$(field '$.sizes[2].shape')" ""

# Without gnuplot, which is said before anything is measured: one document, not
# two. A kernel that is wrong stops at the first size.
mkdir bin
for tool in /usr/bin/* /usr/local/bin/*; do
    case ${tool##*/} in gnuplot*) ;; *) ln -sf "$tool" bin/ ;; esac
done
sed 's/= in\[\([a-z]*\)\]/= in[\1] + 1/' copy.cu >wrong.cu
cmp -s copy.cu wrong.cu && fail "wrong.cu is not wrong"
run kata bench copy --on sim --file wrong.cu --octaves 1 --no-plot
status 1
out "wrong: "
# Our own solution is wrong at the first sizes: the exercise does not allow them.
cp -r "$TOY" picky
sed 's/^void copy(.*{/&\n    if (n < 60000) return;/' copy.cu >picky.cu
cmp -s copy.cu picky.cu && fail "picky.cu is not picky"
cp picky.cu picky/solutions/basics/copy/copy.cu
KATA_ROOT=$PWD/picky run kata bench copy --on sim --file picky.cu --octaves 1 --no-plot
status 0
out "n=65536"
out "the exercise does not allow this size"
no_out "wrong: "
KATA_ROOT=$PWD/picky run kata bench copy --on sim --file wrong.cu --octaves 1 --no-plot
status 1
out "the exercise does not allow this size"
out "wrong: "
PATH=$PWD/bin run kata bench copy --on sim --file copy.cu --octaves 1
status 0
out "n=65536"
out "no picture: install gnuplot"
PATH=$PWD/bin run kata bench copy --on sim --file copy.cu --octaves 1 \
    --png out.png --json
status 5
json
out "install gnuplot"
PATH=$PWD/bin run kata bench copy --on sim --file copy.cu --octaves 1 \
    --svg again.svg --no-plot
status 0
grep -q "<svg" again.svg || fail "SVG needs no gnuplot"
