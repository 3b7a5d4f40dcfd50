# Every misuse has exit status 2, says what is wrong and what to type.
. "$REGRESS/lib.sh"

expect() { # TEXT HINT ARGUMENTS...
    text=$1 hint=$2
    shift 2
    run kata "$@"
    status 2
    err "error: $text"
    err "$hint"
    [ ! -s stdout.txt ] || fail "an error wrote to stdout"
}

expect "there is no command 'chekc'" "kata check" chekc
expect "there is no command 'zzzz'" "kata help" zzzz
expect "'s' could be start, show" "one letter more" s
expect "which track?" "kata tracks" start
expect "no track 'tyo'" "did you mean 'toy'?" start tyo
expect "'yesterday' is no date" "--from" start toy --from yesterday
expect "no track is active yet" "kata start" next
expect "no track is active yet" "kata start" progress
kata start toy >/dev/null
expect "kata check has no option '--fiel'" "did you mean '--file'?" check --fiel x
expect "kata check has no option '--hlep'" "did you mean '--help'?" check --hlep
expect "kata check has no option '--frob'" "hint: kata check [EXERCISE]" check --frob
expect "kata tracks has no option '--jsn'" "did you mean '--json'?" tracks --jsn
expect "kata check has no option '--fiel=x'" "did you mean '--file'?" check --fiel=x
expect "kata has no option '--hlep'" "did you mean \`kata --help\`?" --hlep
expect "kata has no option '--no-color'" "NO_COLOR=1" --no-color today
expect "kata has no option '--frob'" "stands after its command" --frob
expect "there is no exercise 'COPY'" "nearest: week" check COPY
expect "there is no exercise 'copi'" "copy" hint copi
expect "there is no GPU model 'H2000'" "did you mean 'h200'?" verify copy --gpu H2000
KATA_ROOT=$(cd "$REGRESS/../../.." && pwd) \
    expect "no program is called 'saxpi'" "did you mean 'saxpy'?" selftest saxpi
expect "'--file' needs a value" "kata check" check pass --file
expect "'--quick' takes no value" "" check pass --quick=1
expect "'copy' is one argument too many" "kata check" check pass copy
expect "--on does not take 'nowhere'" "--on sim" check pass --on nowhere
expect "'abc' is not a seed" "--seed 0x" check pass --seed abc
expect "there is no file 'missing.cu'" "--file" check pass --file missing.cu
expect "you have no file for 'pass' yet" "kata next" check pass
expect "'-1' is no number for --limit" "at least 0" history pass --limit -1
expect "toy has no week 9" "weeks 1 to 2" progress --week 9
expect "kata next has no --json" "" next --json
expect "which shell?" "kata completion bash" completion
expect "which file?" "kata sim" sim
expect "there is no file 'nothing.cu'" "" sim nothing.cu

# Words of other tools.
for pair in run:check test:check ls:list status:today \
    open:edit; do
    run kata "${pair%:*}"
    status 2
    err "did you mean \`kata ${pair#*:}\`?"
done
