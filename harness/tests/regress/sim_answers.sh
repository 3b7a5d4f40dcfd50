# Answers in the learner's file: read when the program is right, recorded, and
# wrong for a reason that tells what the learner wrote, not what is right.
. "$REGRESS/lib.sh"
need_nvcc
export KATA_ROOT=$REGRESS/../forms
from=$KATA_ROOT/solutions/forms/shifted
mkdir -p "$KATA_WORK/shifted"
file=$KATA_WORK/shifted/shifted.cu

# The right answers do not make a wrong program right.
cp "$from/mutants/no-repair.cu" "$file"
run kata check shifted --on sim
status 1
out "answers   not read"
no_out "is right."
same "$(sql "SELECT count(*) FROM attempt_case WHERE name LIKE 'answer%'")" 0

# A right program, and the wrong line.
cp "$from/mutants/other-line.cu" "$file"
run kata check shifted --on sim
status 1
out "correct   ok"
out "1 of 2 right"
no_out "gold medal"
out "line: C is not right."
no_out "B is right"
out "hint: Compare your file"
run kata check shifted --on sim --quick --json
status 1
json
same "$(field '$.stage')" answers
same "$(field '$.answers[0].id')" line
same "$(field '$.answers[0].given')" C
same "$(field '$.answers[0].verdict')" fail
same "$(field '$.answers[1].verdict')" pass
run kata hint shifted
out "for your last check: Compare your file"

# None yet.
cp "$from/mutants/no-answer.cu" "$file"
run kata check shifted --on sim --json
status 1
same "$(field '$.answers[0].given')" ""
out "no answer yet"

cp "$from/shifted.cu" "$file"
run kata check shifted --on sim
status 0
out "2 of 2 right"
out "and every answer"
out "gold medal"
same "$(sql "SELECT count(*) FROM attempt_case WHERE name LIKE 'answer%'
             AND verdict = 'fail'")" 3
same "$(sql "SELECT detail FROM attempt_case WHERE name = 'answer line'
             AND verdict = 'pass'")" B
