# A worksheet: handed out with numbers of one's own, judged, kept, drawn anew.
. "$REGRESS/lib.sh"
cp -r "$TOY" root && chmod -R u+w root && export KATA_ROOT=$PWD/root
at=root/exercises/basics/double
mkdir -p $at root/solutions/basics/double
cat >$at/exercise.yaml <<'YAML'
format: 1
title: Doubling
kind: worksheet
blurb: Double a number.
teaches: [doubling]
questions:
  - {id: twice, title: Twice, draw: {n: "random(100, 1000000)"}, unit: bytes,
     ask: "What is twice $n bytes?", answer: 2 * n, method: "$n + $n",
     mistakes: [{id: same, value: n, say: "that is not doubled"}]}
  - {id: free, title: Free, ask: "Is it free?", words: ["yes", "no"],
     answer: 1, method: "nothing is"}
hints: [Add it to itself.]
YAML
echo "# Doubling" >$at/README.md
kata start toy >/dev/null

run kata next double
status 0
out "work/double/double.md"
file=work/double/double.md
grep -q "What is twice" $file || fail "no question in the sheet"
n=$(sed -n 's/What is twice \([0-9]*\) bytes?/\1/p' $file)
answer() { sed -i "/^## $1/,/^answer/s/^\(answer[^:]*:\).*/\1 $2/" $file; }

run kata check double
status 1
out "NOT FINISHED: 0 of 2 right, 2 not answered yet"
out "Nothing is answered in your file yet, so this does not count as a try."
no_out "attempt"
no_out "kata reset"
same "$(sql "SELECT count(*) FROM attempt WHERE exercise = 'double'")" 0
grep -q "13 + 4\*72" $file || fail "how numbers are written is not told"
answer 1 "$n"
answer 2 yes
run kata check double
status 1
out "that is not doubled"
out "attempt 1"
out "FAIL: 0 of 2 right"
no_out $((2 * n)) # a wrong answer is not given away
same "$(sql "SELECT detail FROM attempt_case WHERE name = 'twice'
    ORDER BY attempt DESC LIMIT 1")" "$n (mistake same)"

# The same sheet until another is asked for.
run kata solution double
status 2
err "not passed yet"
kata reset double --yes >/dev/null
grep -q "twice $n bytes" $file || fail "another sheet without --new"
answer 2 No

# One answer to a question: a second one is seen where an editor shows no line.
for end in '\xe2\x80\xa8' '\xc2\x85' '\f'; do
    answer 1 "$((2 * n)) B"
    sed -i "s/^answer (in bytes): .*/&${end}answer: 7/" $file
    run kata check double --no-record
    status 1
    out "answers this question more than once"
done
answer 1 "$((2 * n)) B or 7 B"
run kata check double --no-record
status 1
answer 2 "no, or yes"
run kata check double --no-record
out "several are offered"
answer 1 "\xe2\x80\x8b$((2 * n)) B"
answer 2 No
run kata check double --no-record
status 0
answer 1 "$((2 * n)) B"
run kata check double --json
status 0
json
same "$(field '$.verdict')" pass
same "$(field '$.rows[0].said')" "$((2 * n)) B"
run kata solution double
out "$((2 * n)) bytes"
same "$(sql "SELECT count(*) FROM passed WHERE exercise = 'double'")" 1

# A new one leaves the old file to undo, and the old file is no longer ours.
run kata reset double --new --yes
out "a new sheet"
! grep -q "twice $n bytes" $file || fail "the same numbers again"
kata undo double >/dev/null
run kata check double
status 2
err "this is sheet"
err "kata reset double"

# What a sheet is not for.
run kata reset copy --new --yes
status 2
err "has no sheet to draw"
run kata diff double
err "no code to compare"

# It proves itself: the answers, the mistakes, a wrong sheet for its reason.
mkdir -p root/solutions/basics/double/mutants
printf 'seed: 7\nanswers: ["TWICE", "no"]\n' >root/solutions/basics/double/answers.yaml
run kata verify double
status 1
out "question 1: 'TWICE' is not '"
right=$(sed -n "s/.*'TWICE' is not '\([0-9]*\).*/\1/p" stdout.txt)
sed -i "s/TWICE/$right/" root/solutions/basics/double/answers.yaml
printf '# rejected by: case question 2: wrong (hopeful)\nseed: 7\nanswers: {2: "yes"}\n' \
    >root/solutions/basics/double/mutants/hope.yaml
run kata verify double
status 0
out "rejected by case question 2: wrong"
printf '# rejected by: case question 1 (nothing is wrong)\nseed: 7\nanswers: {2: "yes"}\n' \
    >root/solutions/basics/double/mutants/other.yaml
run kata verify double
status 1
out "question 2: wrong"
run kata lint double
status 0
