# kata grade: a class's files judged in parallel; hostile ones cost their own
# place, and nothing more; a kill costs nothing that was reported.
. "$REGRESS/lib.sh"
unset KATA_KNOWN
need_nvcc
export KATA_COMPILE_S=120
sol=$TOY/solutions/basics
grade() { run kata grade "$@" --on sim; }
# A learner's folder has the files where kata puts them.
files=$(basename "$KATA_WORK")
# hand_in LEARNER EXERCISE FILE
hand_in() { mkdir -p "class/$1/$files/$2" && cp "$3" "class/$1/$files/$2/$2.cu"; }
# The points of a learner: of all, or of the n-th exercise.
points() { tr -d '\r' <out/results.csv | awk -F, -v l="\"$1\"" -v c="${2:-2}" '$1 == l { print $c }'; }
# Any XML parser takes every page and list.
well_formed() {
    python3 - "$@" <<'PY' || fail "not well-formed: $*"
import sys, xml.dom.minidom
for f in sys.argv[1:]:
    text = open(f, encoding="utf-8").read()
    xml.dom.minidom.parseString(text.replace("<!DOCTYPE html>", ""))
PY
}
# A result is written once.
written_once() {
    twice=$(cat "$1"/journal*.log | grep -a -A1 '^learner' |
        grep -a -v '^--' | paste - - | sort | uniq -d)
    [ -z "$twice" ] || fail "judged twice: $twice"
}

hand_in ann copy "$sol/copy/copy.cu"
hand_in ann pass "$sol/pass/pass.cu"
hand_in bob copy "$sol/copy/mutants/strided.cu"
hand_in bob pass "$sol/pass/mutants/adds-one.cu"
hand_in cid copy "$sol/copy/mutants/does-not-build.cu"
mkdir -p class/cid/"$files"/pass class/dan/copy class/eve class/fay
ln -s /etc/passwd class/cid/"$files"/pass/pass.cu
mkfifo class/dan/copy/copy.cu
cp "$sol/pass/pass.cu" class/dan/pass.cu
truncate -s 2G class/fay/copy.cu
ln -s /etc class/link
bad='=1+1 <b>"&'$'\e[31m'
mkdir "class/$bad"
cat >"class/$bad/copy.cu" <<'CU'
#include <stdio.h>
#include <unistd.h>
void copy(const float *, float *, int) {
    printf("\033[2J<script>alert(1)</script>]]>&\"'\n");
    fflush(stdout);
    _exit(3);
}
CU
mkdir class/gus
cat >class/gus/copy.cu <<'CU'
#include <stdio.h>
void copy(const float *, float *, int) {
    for (;;) puts("a line that never ends the program");
}
CU
cat >class/gus/pass.cu <<'CU'
#include <unistd.h>
void pass(const float *, float *, int) {
    for (;;) fork();
}
CU
echo '#include "../../ann/copy/copy.cu"' >class/eve/copy.cu
echo rubbish >class/-o.cu

grade class --exercise copy --exercise pass --out out --jobs 3
status 0
out "copy     9 handed in     1 pass"
# The results say that no GPU was there.
where="on the simulated device (NVIDIA"
out "$where"
for f in out/index.html out/pages/ann.html out/results/ann.json; do
    grep -q "$where.*, modelled)" "$f" || fail "$f does not say where it ran"
done
grep -q '"ran on" value="the simulated device' out/junit.xml || fail "junit.xml"
# Judged and not passed is a failure, whatever it was.
grep -q '<testsuites .* errors="0"' out/junit.xml || fail "$(grep errors= out/junit.xml)"
grep -q 'name="copy: correct" .*<failure .*type="build error"' out/junit.xml ||
    fail "no build error"
grep -q '^"cid",copy,build error,' out/details.csv || fail "$(cat out/details.csv)"
grep -q '^"gus",copy,crash,' out/details.csv || fail "$(cat out/details.csv)"
err "to judge"
[ ! -e progress.db ] || fail "the instructor's own record was made"
same "$(points ann)" 20.00
same "$(points bob)" 8.00
same "$(points cid)" 0.00
same "$(points dan 6)" 10.00
same "$(points eve)" 0.00
grep -q '^"'"'"'=1+1 <b>""&' out/results.csv || fail "a name is a formula"
! grep -q $'\e' -r out/*.csv out/*.html out/junit.xml out/results out/pages ||
    fail "a control character came through"
well_formed out/index.html out/junit.xml out/pages/*.html out/pages/*/*.html \
    out/similar/*.html
grep -q "<mark>" out/similar/1.html || fail "nothing is marked"
! grep -rq "<script>alert" out/index.html out/pages || fail "markup came through"
! grep -rq "$PWD/out/submissions" out/pages out/results ||
    fail "pages name the grader's folders"
for f in out/results/*.json; do
    cp "$f" stdout.txt
    json
    field '$.tests[0].max_score' | grep -q . || fail "$f has no tests"
done
cp out/results/bob.json stdout.txt
same "$(field '$.score')" 8
grep -q "symbolic link" out/results/cid.json || fail "a link was not told"
grep -q "no regular file" out/results/dan.json || fail "a pipe was not told"
grep -q "larger than 1 MiB" out/results/fay.json || fail "2 GB were not told"
# What a class should talk about.
grep -q '<td>pass</td><td>[^<]*</td><td class="n">1</td><td><a href="pages/bob.html#pass">bob</a>' \
    out/index.html || fail "no table of mistakes"
grep -q "A known mistake:" out/pages/bob.html || fail "no mistake of bob's"
grep -q "no exercise has a file of this name" out/index.html ||
    fail "a stray file was not told"
grep -q '^copy,"ann","(our solution)",.*,1.00,1.00' out/similar.csv ||
    fail "a copy of the solution was not seen"
written_once out

# Again: nothing is left to do, and the results are the same but for the date.
seed=$(cat out/seed)
cp out/results.csv first.csv
cp out/journal.log first.log
grade class --exercise copy --exercise pass --out out
status 0
no_err "to judge"
cmp first.csv out/results.csv || fail "results changed"
cmp first.log out/journal.log || fail "something was judged again"
# Another seed is another class; another file is judged alone.
grade class --exercise copy --exercise pass --out out --seed 5
status 2
err "was begun with the seed $seed"
cp "$sol/pass/pass.cu" class/bob/"$files"/pass/pass.cu
grade class --exercise copy --exercise pass --out out --json
status 0
json
same "$(field '$.asked_on')" sim
field '$.on' | grep -q "^the simulated device (NVIDIA" ||
    fail "the JSON does not say where it ran"
same "$(field '$.learners[2].learner') $(field '$.learners[2].points')" "bob 18"
same "$(grep -ac ^kata1 out/journal.log)" "$(($(grep -c ^kata1 first.log) + 1))"
# A folder that holds other things is left alone; and results within the class's
# folder would be a learner the next time.
mkdir other && echo mine >other/notes.txt
grade class --exercise copy --out other
status 2
err "holds other things"
for within in class class/results class/ann/new class/../class/o "$PWD/class/o"; do
    grade class --exercise copy --out "$within"
    status 2
    err "is within what the class handed in"
done
ln -s class linked
grade class --exercise copy --out linked/o
status 2
err "--out ../results"
[ ! -e class/o ] && [ ! -e class/results ] || fail "a folder was made"
# A GPU that there is not is told before anything is made, as by all who ask.
grade class --exercise copy --out h300 --gpu h300
status 2
err "there is no GPU model 'h300'"
err "models: t4, v100"
[ ! -e h300 ] || fail "a folder was made"
for verb in "verify copy" "selftest copy"; do
    run kata $verb --on sim --gpu h300
    status 2
    err "models: t4, v100"
done

# A test has one name, however far a learner got; and none that was modelled says
# that it is of a GPU.
repo=$(cd "$REGRESS/../../.." && pwd)
mkdir -p far/ann far/bob
cp "$repo/solutions/basics/saxpy/saxpy.cu" far/ann
cp "$repo/exercises/basics/saxpy/saxpy.cu" far/bob
KATA_ROOT=$repo run kata grade far --exercise saxpy --out afar --on sim
status 0
grep -o ' name="saxpy: [^"]*"' afar/junit.xml | sort >names.txt
same "$(sort -u names.txt | wc -l) $(wc -l <names.txt)" "4 8"
! grep GPU names.txt || fail "a test names a GPU"
! grep -o '"name":"[^"]*"' afar/results/ann.json | grep GPU ||
    fail "a test names a GPU"

# Killed in the middle, three times, with nothing lost and nothing done twice.
for round in 1 2 3; do
    setsid "$KATA" grade class --exercise copy --exercise pass --out killed \
        --on sim --jobs 2 --seed "$seed" >kill.txt 2>&1 &
    kata=$!
    for i in $(seq 300); do
        [ "$(grep -ac ^kata1 killed/journal.log 2>/dev/null)" -gt "$round" ] && break
        kill -0 $kata 2>/dev/null || break
        sleep 0.1
    done
    kill -KILL $kata 2>/dev/null
    wait $kata 2>/dev/null
    had=$(grep -ac ^kata1 killed/journal.log)
done
sleep 1
grade class --exercise copy --exercise pass --out killed --seed "$seed"
status 0
written_once killed
same "$(grep -ac ^kata1 killed/journal.log)" 10
cmp out/results.csv killed/results.csv || fail "a kill changed the results"

# Ctrl-C ends in order, and the same command goes on.
setsid "$KATA" grade class --exercise copy --exercise pass --out int --on sim \
    --jobs 1 >int.txt 2>&1 &
for i in $(seq 300); do
    [ "$(grep -ac ^kata1 int/journal.log 2>/dev/null)" -gt 0 ] && break
    sleep 0.1
done
kill -TERM $!
wait $!
same $? 130
grep -q "The same command goes on" int.txt || fail "$(cat int.txt)"

# A rubric, and a wrong one.
cat >rubric.yaml <<'Y'
format: 1
points: 5
exercises:
  copy: {points: 10, correctness: 50%, gates: {sectors_per_request: 4, launches: 1}}
Y
grade class --exercise copy --exercise pass --out out --rubric rubric.yaml
status 0
same "$(points ann) $(points bob 5)" "15.00 6.00"
sed -i s/sectors_per_request/sector_per_request/ rubric.yaml
grade class --exercise copy --exercise pass --out out --rubric rubric.yaml
status 2
err "rubric.yaml:4:"
err "did you mean 'sectors_per_request'?"

# A ZIP, with entries that want out of their folder.
python3 - "$sol" <<'PY'
import stat, sys, zipfile
good = open(sys.argv[1] + "/copy/copy.cu").read()
z = zipfile.ZipFile("class.zip", "w", zipfile.ZIP_DEFLATED)
z.writestr("class/zoe/copy.cu", good)
handed_out = "work" # the folder that kata hands out
z.writestr(f"class/yan/{handed_out}/copy/copy.cu", good)
z.writestr("../../evil.cu", good)
z.writestr("/tmp/kata-evil.cu", good)
z.writestr("class/xia/../../../evil.cu", good)
z.writestr("class\\win\\copy.cu", good)
z.writestr("class/huge/copy.cu", "x" * (3 << 20))
link = zipfile.ZipInfo("class/lin/copy.cu")
link.create_system = 3
link.external_attr = (stat.S_IFLNK | 0o777) << 16
z.writestr(link, "/etc/passwd")
z.close()
PY
grade class.zip --exercise copy --out zipped
status 0
cut -d, -f1,2 zipped/results.csv | tail -n +2 | tr -d '\r' >got.txt
printf '%s\n' '"win",10.00' '"yan",10.00' '"zoe",10.00' >want.txt
grep -v -e huge -e lin -e xia got.txt | cmp - want.txt || fail "$(cat got.txt)"
[ ! -e /tmp/kata-evil.cu ] && [ ! -e ../evil.cu ] && [ ! -e evil.cu ] ||
    fail "an entry got out"
for why in "leads out of its folder" "absolute path" "symbolic link" \
    "larger than 1 MiB"; do
    grep -q "$why" zipped/index.html || fail "not told: $why"
done
head -c 300 class.zip >half.zip
grade half.zip --exercise copy --out half
status 2
err "is no ZIP, or not all of one"

# A list, and single files.
printf '# a class\nUna Ü\tclass/ann\nvic\t%s\n' "$sol/copy/copy.cu" >list.tsv
grade list.tsv --exercise copy --out listed
status 0
grep -q '^"Una Ü",10.00' listed/results.csv || fail "$(cat listed/results.csv)"
grep -q '^"vic",10.00' listed/results.csv || fail "$(cat listed/results.csv)"
printf 'Una class/ann\n\tx\nvic\tnowhere\n' >list.tsv
grade list.tsv --exercise copy --out listed2
status 2
err "list.tsv:1:1: error: there is no tab"
err "list.tsv:2:1: error: no learner is named"
err "list.tsv:3:5: error: there is no such file"
mkdir single
cp "$sol/copy/copy.cu" single/wim_copy.cu
cp "$sol/copy/copy.cu" single/-x.cu
grade single --exercise copy --out singles
status 0
same "$(grep -c ',10.00,10.00,1,10.00' singles/results.csv)" 2

# An empty file's sentence is one line, and nothing ran.
mkdir -p blank/ned && : >blank/ned/copy.cu
grade blank --exercise copy --out blanks
status 0
grep -q 'no function yet. Add: void copy(' blanks/details.csv || fail "$(cat blanks/details.csv)"
! grep -rq $'\xef\xbf\xbd' blanks/*.csv blanks/*.xml blanks/results blanks/pages ||
    fail "a sentence is broken"
! grep -q ', modelled\. *<a' blanks/pages/ned.html || fail "a device that was none"

# Files under other names: one that can only be meant is taken, and told; others
# are named. Nobody gets 0 points without a word.
mkdir -p odd/hank odd/iris odd/greta/deep odd/jon odd/kim odd/old/submissions
cp "$sol/copy/copy.cu" odd/hank/my_copy.cu
cp "$sol/copy/copy.cu" odd/iris/COPY.CU
cp "$sol/copy/copy.cu" odd/greta/deep/copy.cu
cp "$sol/copy/copy.cu" odd/jon/a.cu
cp "$sol/copy/copy.cu" odd/jon/b.cu
cp "$sol/copy/copy.cu" odd/kim/copy.cu.txt
cp "$sol/copy/copy.cu" odd/carl_copi.cu
echo 0x5 >odd/old/seed
grade odd --exercise copy --out odds
status 0
same "$(grep -c ',10.00,10.00,1,10.00' odds/results.csv)" 4
out "hank: my_copy.cu: judged as copy.cu, though that is not its name"
out "jon: there is no copy.cu; rename the one that is meant: a.cu or b.cu"
out "carl_copi.cu: judged as a file of 'carl_copi'"
out "old: left out: it holds the results of kata grade"
grep -q '"kim",copy,refused,0.00.*there is no copy.cu; the folder holds copy.cu.txt' \
    odds/details.csv || fail "$(cat odds/details.csv)"
grep -A40 'Look at these yourself' odds/index.html | grep -q "a.cu or b.cu" ||
    fail "not to be looked at"

# A cluster: an array of tasks, then what merges them.
mkdir bin
cat >bin/sbatch <<'SB'
#!/bin/sh
echo "$@" >>sbatch.txt
echo "$(wc -l <sbatch.txt);here"
SB
chmod +x bin/sbatch
PATH=$PWD/bin:$PATH run kata grade class --exercise copy --exercise pass \
    --out 'a b' --on sim --seed "$seed" --slurm 2 --sbatch "--time=10"
status 0
out "submitted: job 1, 2 tasks for 10 files"
grep -q -- "--time=10 --dependency=afterany:1" sbatch.txt || fail "$(cat sbatch.txt)"
for task in 1 2; do
    (cd / && SLURM_ARRAY_TASK_ID=$task sh "$OLDPWD/a b/slurm.sh") ||
        fail "task $task"
done
(cd / && sh "$OLDPWD/a b/merge.sh") || fail "merge"
written_once 'a b'
same "$(cat 'a b'/journal*.log | grep -ac ^kata1)" 10
cut -d, -f1,4 out/results.csv >one.txt
cut -d, -f1,4 'a b/results.csv' | cmp - one.txt || fail "the parts differ"
mkdir none
run env PATH="$PWD/none" "$KATA" grade class --exercise copy --out nobatch --slurm 2
status 5
err "there is no sbatch"
[ -x nobatch/slurm.sh ] || fail "no script without sbatch"

# What is asked for.
grade class --out none
status 2
err "which exercises"
grade class --exercise copy
status 2
err "--out"
grade class --track tyo --out none
status 2
err "did you mean 'toy'"
grade nowhere --exercise copy --out none
status 2
echo ok
