# A sample of a launch's blocks stands for all: the shipped solutions counted
# both ways, and an exercise that asks for it.
. "$REGRESS/lib.sh"
need_nvcc
clock=$REGRESS/../clock

for how in whole sample; do
    run kata sim --gpu t4 --json "$clock/sample.cu" -- $how
    status 0
    mv stdout.txt $how.json
    mv stderr.txt $how.out
done
# A run is like the one before, to the last bit, wherever its memory lies: only
# the addresses differ.
no_addresses() { sed 's/"address":"0x[0-9a-f]*"//g' "$1"; }
run kata sim --gpu t4 --json "$clock/sample.cu" -- whole
cmp <(no_addresses whole.json) <(no_addresses stdout.txt) || fail "two runs of the same are not the same"

# A look at its output makes a launch whole.
diff whole.out sample.out || fail "blocks that were left out never ran"
python3 "$clock/sample.py" whole.json sample.json || fail "the sample is off"
