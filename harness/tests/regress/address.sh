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
cd ../.. || exit 1

# Without a name: the one that was handed out last, also out of turn; `next` goes
# on in the track and says what is left open.
kata next copy >/dev/null
run kata show
status 0
out "week01/copy"
run kata next
status 0
out "copy is not passed yet; pass comes first in the track"
out "kata next week01/copy"
run kata show
out "week01/pass"

# One that is skipped is not at hand any more, and a track begins at its own.
kata next copy >/dev/null
run kata skip
status 0
out "copy is skipped"
run kata show
out "week01/pass"
kata next copy >/dev/null
kata start toy >/dev/null
run kata show
out "week01/pass"
