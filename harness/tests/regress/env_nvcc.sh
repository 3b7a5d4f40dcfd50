# An nvcc that is missing, broken, hangs or is half there is named, and none of
# it counts against the learner: status 5, and nothing recorded.
. "$REGRESS/lib.sh"
need_nvcc
real=$(nvcc_path)
kata start toy >/dev/null
kata next >/dev/null
mkdir bin

fake_nvcc() { # answers questions as the real one; compiling is the argument
    cat >bin/nvcc <<END2
#!/bin/sh
case "\$*" in *--dryrun*) exec "$real" "\$@" ;; esac
$1
END2
    chmod +x bin/nvcc
    # Another command line than that of any build in the cache.
    echo "// $1" >>work/pass/pass.cu
}
export KATA_NVCC=$PWD/bin/nvcc KATA_COMPILE_S=2

run kata check pass --on sim
status 5
err "which is not there"
err "unset KATA_NVCC"

printf '#!/bin/sh\nsleep 100\n' >bin/nvcc
chmod +x bin/nvcc
run kata check pass --on sim
status 5
err "does not answer: it was stopped after 2 s"

printf '#!/bin/sh\necho "no such thing" >&2\nexit 1\n' >bin/nvcc
run kata doctor
status 5
out "does not work: no such thing"

fake_nvcc 'sleep 100'
run kata check pass --on sim
status 5
err "nvcc was stopped after 2 s"
err "KATA_COMPILE_S"

fake_nvcc 'echo "sh: 1: cicc: not found" >&2; exit 1'
run kata check pass --on sim
status 5
err "a part of the CUDA toolkit is missing: sh: 1: cicc: not found"

fake_nvcc 'exit 3'
run kata check pass --on sim
status 5
err "status 3"

same "$(sql "SELECT count(*) FROM attempt")" 0
export KATA_NVCC=$real
unset KATA_COMPILE_S
run kata check pass --on sim
status 0

unset KATA_NVCC KATA_COMPILE_S
# A program is built anew when a variable that nvcc reads has changed.
echo '#include <cstdio>
int main() { printf("X is %d\n", X); }' >flags.cu
for x in 1 2; do
    NVCC_APPEND_FLAGS=-DX=$x run kata sim flags.cu
    status 0
    out "X is $x"
done
