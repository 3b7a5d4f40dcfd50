# An offending line is shown in part, and nothing of it reaches the terminal as
# a command.
. "$REGRESS/lib.sh"
cp -r "$TOY" toy
chmod -R u+w toy
export KATA_ROOT=$PWD/toy
{
    printf '\302\233\302\235oops: "'
    head -c 5000 /dev/zero | tr '\0' x
    printf '"\n\303\050\n'
    cat "$TOY/exercises/basics/copy/exercise.yaml"
} >toy/exercises/basics/copy/exercise.yaml
run kata lint
[ "$last_status" -ne 0 ] || fail "nothing was found"
LC_ALL=C awk '{ if (length($0) > 260) exit 1 }' stdout.txt stderr.txt ||
    fail "a line is longer than what may be shown of one"
! LC_ALL=C grep -q "$(printf '[\001-\010\013-\037]')" stdout.txt stderr.txt ||
    fail "a control character is printed"
! LC_ALL=C grep -qE "$(printf '\302[\200-\237]')" stdout.txt stderr.txt ||
    fail "a control character of 8 bits is printed"
head -c 300000 /dev/urandom >toy/exercises/basics/copy/exercise.yaml
run kata lint
[ "$last_status" -ne 0 ] || fail "nothing was found"
LC_ALL=C awk '{ if (length($0) > 260) exit 1 }' stdout.txt stderr.txt ||
    fail "a line is longer than what may be shown of one"
! LC_ALL=C grep -q "$(printf '[\001-\010\013-\037]')" stdout.txt stderr.txt ||
    fail "a control character is printed"
