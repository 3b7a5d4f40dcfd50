# Colours on a terminal only, and never with NO_COLOR or TERM=dumb.
. "$REGRESS/lib.sh"
command -v script >/dev/null || skip "no script(1) to make a terminal with"
kata start toy >/dev/null
esc=$(printf '\033')

run kata progress
no_out "$esc"
TERM=xterm script -qec "$KATA progress" /dev/null </dev/null >typed.txt
grep -q "$esc" typed.txt || fail "no colour on a terminal"
NO_COLOR=1 TERM=xterm script -qec "$KATA progress" /dev/null </dev/null >typed.txt
! grep -q "$esc" typed.txt || fail "colour in spite of NO_COLOR"
TERM=dumb script -qec "$KATA progress" /dev/null </dev/null >typed.txt
! grep -q "$esc" typed.txt || fail "colour on a dumb terminal"
