# A prediction in a source, and what a report makes of it: the record has both,
# the counted number and the code that came before.
. "$REGRESS/lib.sh"
need_nvcc
export KATA_GPU=h100
cp -r "$TOY" root && chmod -R u+w root && export KATA_ROOT=$PWD/root
at=root/exercises/basics/story
mkdir -p $at
cat >$at/exercise.yaml <<'YAML'
format: 1
title: A story
kind: report
blurb: Tell it.
parts: [Round]
cite: {of: [copy], predicts: 20}
hints: [Cite.]
YAML
echo "# A story" >$at/README.md
kata start toy >/dev/null
solution=root/solutions/basics/copy/copy.cu
tried() {
    kata check copy --file "$1" >/dev/null 2>&1
}
story() {
    kata cite copy "$1" | sed '1s/^/# Story\n\n## Round\n\nIt moved: /' >story.md
    run kata check story --file story.md
}

# Every lane has a sector of its own, but for the last 31 elements.
{
    echo "// predict: sectors_per_request 32"
    sed 's/if (i < n) out\[i\] = in\[i\];/int k = n % 8 ? i : i % (n \/ 8) * 8 + i \/ (n \/ 8); if (i < n) out[k] = in[k];/' \
        $solution
} >far.cu
tried far.cu
{
    echo "// predict: sectors_per_request 4"
    cat $solution
    echo "// mine"
} >near.cu
tried near.cu
{ cat near.cu; echo "/* and again */"; } >again.cu
tried again.cu

run kata cite copy 2
out "predicted sectors_per_request 4, counted 4"
story 1
status 1
out "no attempt before it counted"
story 2
status 0
story 3
status 1
out "an earlier attempt has the same code"
