# The reference and what calls it are kata's: no variable of the learner's has a
# say in them.
. "$REGRESS/lib.sh"
need_nvcc
cp -R "$TOY" toy
export KATA_ROOT=$PWD/toy
echo "// $PWD" >>toy/solutions/basics/copy/reference.c # compiled anew
mkdir headers
echo '#error heard' >headers/stdc-predef.h # every file in C has it included
C_INCLUDE_PATH=$PWD/headers run kata check copy --no-record \
    --file toy/solutions/basics/copy/copy.cu
status 0
out "correct   ok"
