# The curriculum is found upwards from here, or from the program; KATA_ROOT wins.
. "$REGRESS/lib.sh"

KATA_ROOT=$PWD run kata tracks
status 5
err "holds no kata curriculum"

mkdir -p mine/curriculum mine/exercises mine/a/b
cp "$TOY/curriculum/toy.yaml" mine/curriculum/mine.yaml
unset KATA_ROOT
cd mine/a/b || exit 1
run kata tracks
no_out "12-week"
