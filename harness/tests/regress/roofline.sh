# The roofline is drawn from the record; without gnuplot the table stands.
. "$REGRESS/lib.sh"
kata start toy >/dev/null
run kata roofline
status 0
out "No timed pass"
record_pass copy v 100
record_pass copy v 80
run kata roofline --device h200 --no-plot
status 0
out "NVIDIA H200"
out "80.0 us"
out "1678" # 8 bytes * 16 Mi elements in 80 us
no_out "100 us"
run kata roofline --device h200 --json
status 0
json
same "$(field '$.kernels[0].gbs')" 1677.7216
same "$(field '$.kernels[0].modelled')" 0
run kata roofline --device "a toaster"
status 5
err "nothing is known"
run kata roofline --device a100 --no-plot
out "No timed pass"
