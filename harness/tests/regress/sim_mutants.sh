# Every wrong kernel of the toy is rejected for the reason that it states.
. "$REGRESS/lib.sh"
need_nvcc
run kata verify --on sim
status 0
out "as they should be"
no_out "FAIL"
[ ! -e "$KATA_DB" ] || [ "$(sql "SELECT count(*) FROM attempt")" = 0 ] ||
    fail "verify recorded attempts"
