# An exercise is named by its id, its week, its file, a prefix, or by being in
# its folder; an unknown or ambiguous name prints the nearest.
. "$REGRESS/lib.sh"
kata start toy >/dev/null
kata next >/dev/null

for name in pass pas week01/pass week1/pass toy:week01/pass \
    "$TOY/exercises/basics/pass/pass.cu" work/pass/pass.cu; do
    run kata show "$name"
    status 0
    out "week01/pass"
done

run kata show passs
status 2
err "there is no exercise 'passs'"
err "week01/pass"

mkdir -p work/copy
cd work/copy || exit 1
run kata show
status 0
out "week01/copy"
