# kata calibrate: without a GPU the parameters of the model, and it says so.
. "$REGRESS/lib.sh"

run kata calibrate --on sim --gpu h200
status 0
out "NVIDIA H200 (simulated): parameters of the model, nothing measured"
out "copy"
out "of theoretical 4814"
out "launch"
run kata calibrate --gpu h200 --json
status 0
out '"modelled":true'
out '"id":"fma32"'
run kata calibrate --gpu h300
status 2
err "there is no GPU model 'h300'"
run kata calibrate --on moon
status 2
err "--on does not take"
if [ ! -e /dev/nvidiactl ]; then
    run kata calibrate --on gpu
    status 5
    err "there is no GPU to calibrate"
fi
