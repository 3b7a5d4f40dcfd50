# kata's own tests of capstone-benchmarks: workers and files with known times.
# bash tests.sh NAME SEED, in a clone of the learner's repository.
name=$1 seed=$2

fail() {
    [ -s kata-said ] && echo "it printed: $(tail -n 2 kata-said | tr '\n' ' ' | cut -c1-160)"
    echo "$*"
    exit 1
}

# worker NAME DEVICE: answers with what answer() in standard input says; $n counts its calls.
worker() {
    { echo '#!/bin/bash'
      echo "me=$1 log=$PWD/kata-log n=0; echo $2"
      cat
      echo 'while read -r shape batch; do n=$((n + 1)); echo "$me $shape $batch" >>"$log"; answer; done'
    } >"kata-$1.sh"
    chmod +x "kata-$1.sh"
}

# run FILE WORKERS SHAPES BATCHES ROUNDS
run() {
    : >kata-log
    make -s run OUT="$1" WORKERS="$2" SHAPES="$3" BATCHES="$4" ROUNDS="$5" >kata-said 2>&1
}
lines() { grep -c "^$1," kata.csv; }
# near GOT WANT: within 0.1 %
near() { awk -v a="$1" -v b="$2" 'BEGIN { d = a - b; if (d < 0) d = -d; exit !(a != "" && d <= 1e-3 * b) }'; }

# ---- run

turn() {
    for w in one two three; do
        worker $w gpu <<<'answer() { [ $n = 1 ] && echo "5 90000" || echo "5 1$n.5"; }'
    done
    run kata.csv "./kata-one.sh ./kata-two.sh ./kata-three.sh" 64 1 5 || fail "make run fails with three workers of kata's"
    [ "$(lines kata-one)" = 5 ] || fail "5 rounds were wanted, and the file has $(lines kata-one) of the first worker"
    grep -q ',90000' kata.csv && fail "the first call of a worker is slow: warm up, and keep it out of the file"
    tail -n 15 kata-log | awk '{ print $1 }' | tr '\n' ' ' | grep -q '^\(one two three \)\{5\}$' ||
        fail "the workers were not asked in turn. The last calls: $(tail -n 6 kata-log | awk '{ print $1 }' | tr '\n' ' ')"
    grep -q '^# device: gpu$' kata.csv || fail "the file does not say: # device: gpu"
    run kata.csv "./kata-one.sh ./kata-two.sh" "64 128" "1 8" 3 || fail "make run fails with two shapes and two batches"
    [ "$(lines kata-two)" = 12 ] || fail "2 shapes, 2 batches, 3 rounds are 12 times of each worker, and not $(lines kata-two)"
}

warm() { # each shape has a slow first call
    worker one gpu <<<'answer() { [ "$shape" = "$last" ] && echo "5 10" || echo "5 90000"; last=$shape; }'
    run kata.csv ./kata-one.sh "64 128 256" 1 3 || fail "make run fails"
    grep -q ',90000' kata.csv && fail "warm up for each shape: a worker may compile for it"
    return 0
}

wrong() {
    worker good gpu <<<'answer() { echo "12.5 20"; }'
    worker near gpu <<<'answer() { echo "12.500001 18"; }'
    worker bad gpu <<<'answer() { [ $shape = 128 ] && echo "12.9 1" || echo "12.5 19"; }'
    run kata.csv "./kata-good.sh ./kata-near.sh ./kata-bad.sh" "64 128" 1 4 || fail "a worker is wrong for one shape: make run has to go on"
    grep -q '^kata-bad,128,' kata.csv && fail "a wrong result is not worth a time: kata-bad is wrong at 128, and was timed"
    grep -q '^# wrong: kata-bad 128 1$' kata.csv || fail "the file does not say: # wrong: kata-bad 128 1"
    [ "$(lines kata-bad)" = 4 ] || fail "kata-bad is right at 64, where it has 4 rounds to go"
    [ "$(lines kata-near)" = 8 ] || fail "12.500001 in place of 12.5 is rounding: allow 0.1 %"
}

failed() {
    worker good gpu <<<'answer() { echo "3 20"; }'
    worker dies gpu <<<'answer() { [ $n -gt 3 ] && exit 1; echo "3 10"; }'
    worker talks gpu <<<'answer() { echo "out of memory"; }'
    run kata.csv "./kata-good.sh ./kata-dies.sh ./kata-talks.sh" 64 1 6 || fail "a worker that fails must not end the run"
    [ "$(lines kata-good)" = 6 ] || fail "kata-good has $(lines kata-good) of 6 rounds, because another worker failed"
    for w in dies talks; do
        grep -q "^# failed: kata-$w 64 1$" kata.csv || fail "the file does not say: # failed: kata-$w 64 1"
    done
}

mixed() {
    worker one A100 <<<'answer() { echo "3 20"; }'
    worker two T4 <<<'answer() { echo "3 60"; }'
    echo old >kata.csv
    run kata.csv "./kata-one.sh ./kata-two.sh" 64 1 3 && fail "workers on an A100 and a T4 in one run: it has to fail, and it passed"
    grep -qx old kata.csv || fail "a run that fails must leave the file that was there"
}

# ---- tables

# file DEVICE FACTOR [VARIANT FACTOR]: times of two variants, with noise of 1 %
file() {
    echo "# device: $1"
    echo "variant,shape,batch,round,us"
    awk -v seed="$seed" -v f="$2" -v slow="$3" -v times="$4" 'BEGIN {
        srand(seed + length(slow) + 100 * f)
        split("red blue", v, " "); split("64 512", s, " "); split("1 8 64", b, " ")
        for (i = 1; i <= 2; i++) for (j = 1; j <= 3; j++) for (r = 1; r <= 41; r++) for (k = 1; k <= 2; k++) {
            us = k == 1 ? 10 + 0.01 * s[i] * b[j] : 16 + 0.006 * s[i] * b[j]
            if (slow == v[k] " " s[i] " " b[j]) us *= times
            noise = 0.01 * sqrt(-2 * log(1 - rand())) * cos(6.2832 * rand())
            print v[k] "," s[i] "," b[j] "," r "," f * us * (1 + noise)
        } }'
}

table() {
    { echo "# device: x"; echo "variant,shape,batch,round,us"
      for i in 9 3 7 200 5; do echo "red,64,8,$i,$i"; done
      for i in $(seq 1 300); do echo "blue,64,1,$i,$((i * 11 % 301))"; done; } >kata.csv
    make -s table FILE=kata.csv >kata-said 2>&1 || fail "make table fails"
    set -- $(grep '^red 64 8 ' kata-said)
    near "$4" 7 || fail "the median of 9 3 7 200 5 is 7: red 64 8 7 200 1.14286e+06"
    near "$5" 200 || fail "p99 of five times is the largest, 200"
    near "$6" 1142857 || fail "a batch of 8 in 7 us is 1142857 a second, and not ${6-missing}"
    set -- $(grep '^blue 64 1 ' kata-said)
    near "$4" 150.5 || fail "the median of the numbers from 1 to 300 is 150.5"
    near "$5" 297 || fail "p99 of 300 times is the 297th, counted from the least: 297"
}

choose() {
    file x 1 >kata.csv
    echo blue,512,64,42,5000 >>kata.csv # one slow answer: p99 is beyond every limit
    said=
    for limit in 12 30 250; do
        make -s choose FILE=kata.csv LATENCY=$limit >kata-said 2>&1 || fail "make choose LATENCY=$limit fails"
        said="$said$(awk -v l=$limit '$1 == 64 || $1 == 512 { printf "%s:%s/%s/%s ", l, $1, $2, $3 }' kata-said)"
    done
    want="12:64/red/1 12:512/none/ 30:64/red/8 30:512/red/1 250:64/blue/64 250:512/blue/8 "
    [ "$said" = "$want" ] ||
        fail "limit:shape/variant/batch is '$said', and has to be '$want': the most a second with a p99 within the limit"
}

devices() {
    file T4 4 >kata-1.csv
    file H100 1 >kata-2.csv
    make -s devices FILES="kata-1.csv kata-2.csv" >kata-said 2>&1 || fail "make devices fails"
    for want in "T4 64 1 red" "T4 512 64 blue" "H100 64 8 red" "H100 512 8 blue"; do
        grep -q "^$want " kata-said || fail "make devices does not print: $want US"
    done
    awk '$2 == 64 && $3 == 1 { t[$1] = $5 } END { exit !(t["T4"] > 3.9 * t["H100"] && t["T4"] < 4.1 * t["H100"]) }' kata-said ||
        fail "the time of T4 for 64 1 is 4 times that of H100"
}

# ---- regressions

against() { make -s compare BASE=kata-old.csv NEW=kata-new.csv >kata-said 2>&1; }

regress() {
    file A100 1 >kata-old.csv
    file A100 1.001 >kata-new.csv
    against || fail "noise of 1 % and no change: make compare has to pass"
    file A100 1.001 "blue 512 8" 1.1 >kata-new.csv
    against && fail "one of twelve is slower by 10 %: make compare has to fail"
    grep -q '^REGRESSION blue 512 8' kata-said || fail "it does not say REGRESSION blue 512 8"
    [ "$(grep -c REGRESSION kata-said)" = 1 ] || fail "one is slower, and it names $(grep -c REGRESSION kata-said)"
    file A100 1.001 "red 64 1" 0.8 >kata-new.csv
    against || fail "faster by 20 % is no regression"
}

stale() {
    file A100 1 >kata-old.csv
    file H100 0.5 >kata-new.csv
    against && fail "times of an A100 and an H100: make compare has to fail"
    grep -q STALE kata-said || fail "another device: it has to print STALE"
    file A100 1.001 | grep -v '^blue,512,8,' >kata-new.csv
    against && fail "blue 512 8 is no longer measured: make compare has to fail"
    grep -q '^MISSING blue 512 8' kata-said || fail "it does not say MISSING blue 512 8"
}

# ---- the learner's own results

results() {
    files=$(git ls-files 'results/*.csv')
    [ "$(for f in $files; do grep '^# device:' "$f"; done | sort -u | wc -l)" -ge 2 ] || fail "results/*.csv are of fewer than two devices"
    for f in $files; do
        awk -F, '
            /^#/ || /^variant,/ || NF != 5 { next }
            { if (!v[$1]++) vs++; if (!b[$3]++) bs++; n[$1 "," $2 "," $3]++; if (!d[$1 "," $2 "," $3, $5]++) k[$1 "," $2 "," $3]++ }
            END {
                if (vs < 3 || bs < 3) { print vs + 0 " variants and " bs + 0 " batches; three of each are required"; exit }
                for (e in n) if (n[e] < 7 || k[e] < 3) { print e ": seven rounds with times that were measured"; exit }
            }' "$f" >kata-said
        [ ! -s kata-said ] || fail "$f: $(cat kata-said)"
    done
    make -s devices FILES="results/*.csv" >kata-said 2>&1 || fail "make devices FILES='results/*.csv' fails"
    awk '
        NR == FNR { want[++n] = $0; next }
        /^```/ { if (inside && i == n && same) found = 1; inside = !inside; i = 0; same = 1; next }
        inside { if ($0 != want[++i]) same = 0 }
        END { exit !found }' kata-said README.md || fail "README.md has no block with what make devices FILES='results/*.csv' prints"
}

$name
