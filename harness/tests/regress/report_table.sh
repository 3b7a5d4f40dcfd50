# A report on a table that a program has printed: the table is read, its rows are
# compared with each other, and the report has to say what it says.
. "$REGRESS/lib.sh"
cp -r "$TOY" root && chmod -R u+w root && export KATA_ROOT=$PWD/root
at=root/exercises/basics/curve
mkdir -p $at
cat >$at/exercise.yaml <<'YAML'
format: 1
title: A curve
kind: report
blurb: Tell it.
program: curve.cu
parts: [Speed, {title: Machine, words: 2}]
tables:
  - name: curve
    make: kata sim curve.cu > curve.txt
    columns: [size, time, rate]
    facts: [repetitions]
    device: Machine
    rows: 3
    holds:
      - {id: one-sample, that: "less(1, repetitions)", say: "Time it more than once."}
      - {id: inconsistent, each: "less(abs(rate - size / time), 0.1)", say: "rate is not size / time."}
    marks:
      half: {of: size, first: "less(rate_max / 2, rate)"}
figures:
  - part: Speed
    ask: the best rate
    value: rate_max
    unit: GB/s
    within: 1%
    mistakes: [{id: first, value: rate_first, say: "That is the first row."}]
  - {part: Speed, ask: half of it, value: half, unit: bytes, within: 5%}
hints: [Run it.]
YAML
echo "# A curve" >$at/README.md
echo "int main() {}" >$at/curve.cu
kata start toy >/dev/null
kata next curve >/dev/null
file=work/curve/curve.md
[ -f work/curve/curve.cu ] || fail "the program is not beside the report"
run kata check curve
status 1
out "there is no such file beside the report. This makes it: kata sim"

table() {
    printf '# device: NVIDIA H200 (modelled)\n# repetitions: %s\n' "$1"
    printf '# size time rate\n'
    printf '%s\n' "8 2 4" "4096 30 136.5" "1048576 5000 $2"
}
report() {
    printf '# A curve\n\n## Speed\n\n[curve](curve.txt)\n\n%s\n' "$1"
    printf '\n## Machine\n\n%s\n' "$2"
}
report "It reaches 209.7 GB/s, and half of it from 4 KiB on." \
    "One H200, modelled." >$file
table 20 209.7 >work/curve/curve.txt
run kata check curve
status 0
out "3 rows that fit each other, of NVIDIA H200 (modelled)"
out "PASS: 2 parts, 1 table, all in order"

# Of a table that is refused, nothing else is asked.
table 1 209.7 >work/curve/curve.txt
run kata check curve
status 1
out "Time it more than once."
out "FAIL: 1 thing to repair"
table 20 300.5 >work/curve/curve.txt
run kata check curve
status 1
out "row 3: rate is not size / time."
table 20 209.7 | head -5 >work/curve/curve.txt
run kata check curve
out "it has 2 rows, and at least 3 are needed"
table 20 209.7 | sed 's/rate/speed/' >work/curve/curve.txt
run kata check curve
out "it has no column 'rate'"

table 20 209.7 >work/curve/curve.txt
report "It reaches 4.0 GB/s, and half of it from 4 KiB on." "An H200, modelled." >$file
run kata check curve
status 1
out "That is the first row."
report "It reaches 209.7 GB/s and never 400 GB/s. Half from 4 KiB on." "An H200, modelled." >$file
run kata check curve
status 1
out "number 400 GB/s"
out "no table of yours has it"
report "It reaches 209.7 GB/s, half of it early." "One H200, modelled." >$file
run kata check curve
out "the part Speed has to state it"
report "It reaches 209.7 GB/s, and half of it from 4 KiB on." "Some device, modelled." >$file
run kata check curve
out "the table was made on NVIDIA H200 (modelled)"
report "It reaches 209.7 GB/s, and half of it from 4 KiB on." "One H200, measured." >$file
run kata check curve
status 1
out "the times are modelled, not measured"

# A figure beside a word: in its row of a table, on its line or on the next one.
sed -i 's/    ask: the best rate/&\n    beside: largest/' $at/exercise.yaml
report "It reaches 209.7 GB/s, and half of it from 4 KiB on." "One H200, modelled." >$file
run kata check curve
status 1
out "the part Speed has to state it beside largest"
report $'The largest reaches\n209.7 GB/s, half of it from 4 KiB on.' "One H200, modelled." >$file
run kata check curve
status 0
report $'| largest | 136.5 GB/s |\n| other | 209.7 GB/s, from 4 KiB on |' "One H200, modelled." >$file
run kata check curve
status 1
out "beside largest"
