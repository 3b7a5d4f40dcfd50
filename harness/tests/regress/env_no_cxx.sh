# Without a C++ compiler kata says so; the learner's file is not blamed.
. "$REGRESS/lib.sh"
need_nvcc
kata start toy >/dev/null
kata next >/dev/null
KATA_NVCC=$(nvcc_path)
export KATA_NVCC
mkdir bin
for tool in sh cat timeout cc; do ln -s "$(command -v $tool)" bin/; done

PATH=$PWD/bin run "$KATA" check pass --on sim
cp stderr.txt said.txt
status 5
err "no C++ compiler"
err "install g++"
same "$(sql "SELECT count(*) FROM attempt")" 0
