# What the scripts share. A script runs in an empty folder, with KATA_ROOT on
# the toy curriculum, and KATA_WORK and KATA_DB in that folder.
#
#   run kata check copy     runs it; then:
#   status 1                its exit status
#   out TEXT, err TEXT      stdout, stderr hold this text
#   no_out TEXT, no_err TEXT
set -u

kata() { "$KATA" "$@"; }

fail() {
    echo "FAILED: $*"
    exit 1
}

# Skips the whole script, and says why.
skip() {
    echo "$*"
    exit 77
}

run() {
    echo "\$ $*"
    "$@" >stdout.txt 2>stderr.txt
    last_status=$?
    cat stdout.txt stderr.txt
    echo "[$last_status]"
}

status() {
    [ "$last_status" -eq "$1" ] || fail "exit status $last_status, not $1"
}

out() { grep -qF -- "$1" stdout.txt || fail "stdout does not say: $1"; }
err() { grep -qF -- "$1" stderr.txt || fail "stderr does not say: $1"; }
no_out() { ! grep -qF -- "$1" stdout.txt || fail "stdout says: $1"; }
no_err() { ! grep -qF -- "$1" stderr.txt || fail "stderr says: $1"; }

# Patterns and rules are told, not the known mistakes that show the same, nor
# what edits of the file would do.
export KATA_KNOWN=0 KATA_EDITS=0

# Evaluates SQL over the record, or over no database at all.
sql() { sqlite3 "$KATA_DB" "$1"; }

# The last stdout is one JSON document.
json() {
    valid=$(sqlite3 :memory: "SELECT json_valid(CAST(readfile('stdout.txt') AS TEXT))")
    [ "$valid" = 1 ] || fail "stdout is no JSON"
}

# One value of it: field '$.verdict'
field() {
    sqlite3 :memory: "SELECT json_extract(CAST(readfile('stdout.txt') AS TEXT), '$1')"
}

same() { [ "$1" = "$2" ] || fail "'$1' is not '$2'"; }

# The nvcc that kata takes.
nvcc_path() {
    for at in ${KATA_NVCC:-nvcc ${CUDA_HOME:+"$CUDA_HOME/bin/nvcc"} \
        /usr/local/cuda/bin/nvcc "$(dirname "$(dirname "$KATA")")/toolkit/bin/nvcc" \
        /usr/lib/nvidia-cuda-toolkit/bin/nvcc}; do
        command -v "$at" && return
    done
    return 1
}

need_nvcc() {
    nvcc_path >/dev/null ||
        skip "SKIPPED LOUDLY: no nvcc, so nothing can be compiled"
    for part in runner.o libkatasim.a; do
        [ -e "$(dirname "$(dirname "$KATA")")/lib/$part" ] ||
            skip "SKIPPED LOUDLY: $part is not built (make lib)"
    done
}

# A pass of an exercise in the record, without running anything.
record_pass() {
    kata progress >/dev/null 2>&1 || kata start toy >/dev/null
    sql "INSERT INTO attempt(at, exercise, verdict, stage, device, backend,
         modelled, summary, version, harness, seed, median_us)
         VALUES(1763650000, '$1', 'pass', 'done', 'NVIDIA H200', 'gpu', 0,
         'passed', '${2:-$(version_of "$1")}', 'test', 1, ${3:-412.0})"
    seal_record
}

# Rows that a test has written get their checksums, as those of an older record
# do.
seal_record() { sql "PRAGMA user_version = 5" >/dev/null; }

# A version that cannot be the current one.
version_of() { echo "unknown"; }

# ---- wrong files of learners: KATA_ROOT is the curriculum

# changed ID SED: the solution of ID with an edit, as wrong.cu, checked.
changed() {
    solution=$(echo "$KATA_ROOT"/solutions/*/"$1"/"$1".cu)
    sed "$2" "$solution" >wrong.cu
    ! cmp -s "$solution" wrong.cu || fail "$1: nothing to change: $2"
    given "$1"
}

given() {
    run kata check "$1" --file wrong.cu --seed "${MISTAKES_SEED:-1}"
    [ "$last_status" -ne 0 ] || fail "$1: passed"
    cp stdout.txt screen.txt
    # Lines are wrapped: texts are looked for in one long line.
    tr -s '\n ' ' ' <stdout.txt >flat.txt
    cp flat.txt stdout.txt
}
