# The README's table of exercises is what `kata bank` says: `make readme` writes
# it, and nothing else of the page.
. "$REGRESS/lib.sh"
top=$REGRESS/../../..
export KATA_ROOT=$top
write() { sh "$top/harness/readme.sh" "$KATA" README.md || fail "$1"; }

cp "$top/README.md" README.md
write "the table is not written"
diff "$top/README.md" README.md || fail "the README is older than the bank: make readme"

# A row that is gone comes back, and one that is false goes.
grep -q "^| basics | hello, vector-add" README.md || fail "no row of basics"
sed -i '/^| basics |/d; s/^| memory |.*/| memory | nothing |/' README.md
write "a table with holes is not written"
diff "$top/README.md" README.md || fail "not written anew"
