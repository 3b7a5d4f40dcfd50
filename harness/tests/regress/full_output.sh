# Output that does not arrive is an error; a reader that has read enough is none.
. "$REGRESS/lib.sh"
kata bank >/dev/full 2>stderr.txt
[ $? = 5 ] || fail "a full standard output is no error"
grep -q "cannot write to standard output" stderr.txt || fail "without a word"
kata bank >&- 2>stderr.txt
[ $? = 5 ] || fail "a closed standard output is no error"
kata bank | head -1 >/dev/null
[ "${PIPESTATUS[0]}" = 0 ] || fail "a reader that goes away is an error"
