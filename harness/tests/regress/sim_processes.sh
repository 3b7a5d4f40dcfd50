# Processes share memory, events and pools: a program that starts itself anew.
. "$REGRESS/lib.sh"
need_nvcc
run kata sim "$REGRESS/../sim/processes.cu" -lcuda
status 0
out "ok"
no_err "TRAP"
