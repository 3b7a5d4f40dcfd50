# kata watch: saves, keys, signals, sizes, and terminals that only append.
. "$REGRESS/lib.sh"
need_nvcc
command -v python3 >/dev/null || skip "no python3 to make a terminal with"
kata start toy >/dev/null
kata next >/dev/null
PYTHONDONTWRITEBYTECODE=1 python3 "$REGRESS/../screen/watch.py" "$KATA" ||
    exit 1

# Without a terminal: the end of the input ends it, once the check is done.
echo "// piped" >>work/pass/pass.cu
run kata watch pass </dev/null
status 0
out "PASS"
no_out "$(printf '\033')"
run kata watch nothing-of-the-kind
status 2
