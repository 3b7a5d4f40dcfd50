# A report: its citations are looked up in the record, forged ones are named.
. "$REGRESS/lib.sh"
cp -r "$TOY" root && chmod -R u+w root && export KATA_ROOT=$PWD/root
at=root/exercises/basics/story
mkdir -p $at
cat >$at/exercise.yaml <<'YAML'
format: 1
title: A story
kind: report
blurb: Tell it.
parts: [Before, {title: After, words: 3}]
cite: {of: [copy], at_least: 2, improves: true}
pictures: 1
hints: [Cite.]
YAML
echo "# A story" >$at/README.md
kata start toy >/dev/null
record_pass copy x 900.0
record_pass copy x 412.0
record_pass copy x 640.0

run kata cite copy
status 0
out "[attempt 2: copy 412 us, H200]"
run kata cite copy 1
out "[attempt 1: copy 900 us, H200]"
run kata cite copy last
out "[attempt 3: copy 640 us, H200]"
run kata cite copy 9
status 2
err "a number from 1 to 3"
run kata cite pass
status 2
err "no attempt of 'pass'"

kata next story >/dev/null
file=work/story/story.md
run kata check story
status 1
out "there is still a TODO in it"
out "Your file is still as it was handed out, so this does not count as a try."
same "$(sql "SELECT count(*) FROM attempt WHERE exercise = 'story'")" 0
out "no attempt of copy is cited: \`kata cite copy --into story\`"
out "0 of 1"

write() { cat >$file; }
printf '\211PNG\r\n\032\n....' >work/story/plot.png
write <<'MD'
# A story

![it](plot.png)

## Before

It was slow: [attempt 1: copy 900 us, H200].

## After

Now it is not: [cite copy].
MD
run kata cite copy best --into story
out "put in its place in work/story/story.md"
grep -q "Now it is not: \[attempt 2: copy 412 us, H200\]\." $file || fail "not put"
run kata check story
status 0
out "PASS"
run kata history story
out "all in"

sed -i 's/412 us/380 us/' $file
run kata check story
status 1
out "the record does not say '380 us'. It has: [attempt 2: copy 412 us,"
sed -i 's/attempt 2: copy 380 us/attempt 7: copy 412 us/' $file
run kata check story --json
status 1
json
out '"kind":"unknown"'
sed -i 's/attempt 7: copy 412 us/attempt 3: copy 640 us/; s/attempt 1: copy 900/attempt 2: copy 412/' $file
run kata check story
status 1
out "before and after do not differ"
sed -i 's/attempt 3: copy 640/attempt 1: copy 900/' $file
printf "\nIt once ran at 4800 GB/s.\n" >>$file
run kata check story
status 1
out "number 4800 GB/s"
out "no attempt that you cite has it"
# A number of a citation elsewhere in the report is supported, another one beside
# it is not.
sed -i 's/It once ran at 4800 GB.s./It took 412 us, and 8 ms once, and 7 ms./' $file
run kata check story
status 1
no_out "number 412 us"
out "number 8 ms"
out "number 7 ms"
out "citation of copy, attempt 2"
sed -i 's/It took 412 us.*/It once ran at 4800 GB\/s./' $file
sed -i 's/It once ran at 4800 GB.s./The data sheet says 4800 GB\/s./' $file
# The same sentence again and again is nothing to read; once more is no harm.
cp $file kept.md
for i in 1 2 3 4 5; do
    printf "\nThis is a sentence that fills the page.\n" >>$file
done
run kata check story
status 1
out "words stand in sentences that were"
out "fills the page"
cp kept.md $file
printf "\nThe kernel reads every element once.\n" >>$file
run kata check story
no_out "sentences that were"
: >work/story/plot.png
run kata check story
status 1
out "the file is empty"
no_out "number 4800"
kata undo story >/dev/null
grep -q "cite copy" $file || fail "undo does not bring back what cite changed"

# repairs: a failed attempt and a later one that passed. Two that passed, one of
# them faster, are none.
sed -i 's/improves: true/repairs: true/; /^pictures/d' $at/exercise.yaml
write <<'MD'
# A story

## Before

It was slow: [attempt 1: copy 900 us, H200].

## After

Now it is not: [attempt 2: copy 412 us, H200].
MD
run kata check story
status 1
out "cite an attempt of copy that failed, and a"
sql "INSERT INTO attempt(at, exercise, verdict, stage, device, backend, modelled,
     summary, version, harness, seed)
     VALUES(1763650000, 'copy', 'fail', 'correct', 'NVIDIA H200', 'gpu', 0, '',
     'x', 'test', 1)"
seal_record
sed -i 's/attempt 1: copy 900 us/attempt 4: copy fail/' $file
run kata check story # it failed after the other had passed
status 1
out "cite an attempt of copy that failed, and a"
record_pass copy x 390.0
sed -i 's/attempt 2: copy 412/attempt 5: copy 390/' $file
run kata check story
status 0

# any: one exercise of the list is enough, and it has to be one of the list.
sed -i 's/^cite:.*/cite: {of: [pass, copy], any: true}/' $at/exercise.yaml
run kata check story
status 0
sed -i 's/^cite:.*/cite: {of: [pass, fail], any: true}/' $at/exercise.yaml
run kata check story
status 1
out "evidence of one of pass, fail"
out "no attempt of pass or another one is cited"
sed -i 's/^cite:.*/cite: {of: [pass, copy]}/' $at/exercise.yaml
run kata check story # without any, each of them
status 1
out "no attempt of pass is cited"
