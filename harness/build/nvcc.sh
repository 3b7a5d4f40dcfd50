#!/bin/sh
# The nvcc of a toolkit folder for the simulated device (build/sim_toolkit.h):
# the real one, told to keep PTX that can be interpreted, for one architecture,
# and to link no runtime but the simulated device's.
#
# KATASIM_CC: the compute capability, 90 for 9.0.
set -u
cc=${KATASIM_CC:-90}
own="-no-compress -lineinfo -Xcompiler -g1"
# Inlined, so that a call of CUDA has the line of the file that it stands in, not
# of a header.
level="-Xcompiler -O1"
target="-gencode arch=compute_$cc,code=[compute_$cc,sm_$cc]"
n=$#

# Goes once round all words; those that are kept come back at the end.
drop=0
while [ "$n" -gt 0 ]; do
    word=$1
    shift
    n=$((n - 1))
    if [ "$drop" -gt 0 ]; then
        drop=$((drop - 1))
        continue
    fi
    # Instructions of one generation alone.
    case $word$cc in *_90a*90) cc=90a target="-gencode arch=compute_90a,code=[compute_90a,sm_90a]" ;; esac
    case $word in
    -arch | --gpu-architecture | -code | --gpu-code | -gencode | --generate-code | \
        -cudart | --cudart | -compress-mode | --compress-mode)
        drop=1
        continue
        ;;
    -arch=* | --gpu-architecture=* | -code=* | --gpu-code=* | -gencode=* | \
        --generate-code=* | -cudart=* | --cudart=* | \
        -compress-mode=* | --compress-mode=* | \
        -G | --device-debug | -lineinfo | --generate-line-info | -dlto | --dlink-time-opt | \
        -lcudart | -lcudart_static)
        continue
        ;;
    -ptx | --ptx | -cubin | --cubin) target="-arch=sm_$cc" ;;
    -O[0-9]* | --optimize*) level= ;;
    esac
    set -- "$@" "$word"
done

# shellcheck disable=SC2086 # words
exec "$(dirname "$0")/nvcc.real" "$@" $target $own $level
