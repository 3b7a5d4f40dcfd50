# NVRTC: programs that compile their kernels while they run; nvJitLink: that link
# them, too.
. "$REGRESS/lib.sh"
need_nvcc
program=$REGRESS/../sim/nvrtc.cpp

export TMPDIR=$PWD
run kata sim "$program" -lcuda -lnvrtc -lnvJitLink
status 0
out "ok"
err "k<int>"
run kata sim "$program" -lnvrtc -lcuda -lnvJitLink -- --gpu-architecture=sm_90
status 0
out "ok"
# A kernel's fault has the line of the text that the program compiled.
run kata sim "$program" -lcuda -lnvrtc -lnvJitLink -- -arch=compute_90 too-far
status 1
err "out-of-bounds"
err "mine.cu:4"
# Nothing is left of the folders.
ls -d kata-nvrtc-* >left 2>/dev/null
[ -s left ] && fail "$(cat left) is left"
true
