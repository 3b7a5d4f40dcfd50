# Exercises of kind program: hidden tests call the learner's functions, and what
# is not true is said in a sentence; host memory, counted calls, the timeline.
. "$REGRESS/lib.sh"
need_nvcc
repo=$(cd "$REGRESS/../../.." && pwd)
export KATA_ROOT=$repo
sol=$repo/solutions/basics/streams-first

run kata check streams-first --no-record --file "$sol/mutants/whole-device.cu"
status 1
out "not true: no call waits for the whole device"
out "hint: cudaDeviceSynchronize waits for every stream"
no_out "elements of"

run kata check streams-first --no-record --file "$sol/streams-first.cu"
status 0
out "PASS: 6 cases"

# The hidden tests were compiled once; a missing or a wrong function is told.
printf 'float time_msec(int n) { return n; }\n' >mine.cu
run kata check streams-first --no-record --file mine.cu
status 3
out "there is no 'time_ms', only 'time_msec'"
printf 'float time_ms(int n) { return n; }\n' >mine.cu
run kata check streams-first --no-record --file mine.cu
status 3
out "'time_ms' has the wrong parameters"

# What the entry of the tests is called is nobody's business but ours.
sed 's/^float time_ms/void time_cases(int, int *facts) { facts[0] = 1; }\n&/' \
    "$sol/streams-first.cu" >mine.cu
run kata check streams-first --no-record --file mine.cu
status 0

# Counts of kata's own are out of reach.
printf 'extern "C" void sim_drop_spans();\n' >mine.cu
sed 's/^    float ms = 0;/&\n    sim_drop_spans();/' \
    "$sol/streams-first.cu" >>mine.cu
run kata check streams-first --no-record --file mine.cu
status 3
out "begins with 'sim_'"
no_out "sim_drop_spans"

# Buffers of the host; the gates of the timeline.
sol=$repo/solutions/async/streams-overlap
run kata check streams-overlap --no-record --file "$sol/mutants/one-stream.cu"
status 1
out "overlap"
run kata check streams-overlap --no-record --json \
    --file "$sol/streams-overlap.cu"
status 0
json
same "$(field '$.verdict')" pass

# Tests that cannot be run are no fault of the learner's, and no wrong result.
cp -r "$REGRESS/../forms" root
for part in exercises solutions; do
    cp -r "$repo/$part/basics/streams-first" root/$part/forms/
done
sed -i '/^needs:/d' root/exercises/forms/streams-first/exercise.yaml
sed -i '/^void time_cases(.*{$/a\    if (kata_failed(facts != nullptr, "NCCL could not start", "no network")) return;' \
    root/solutions/forms/streams-first/tests.cu
export KATA_ROOT=$PWD/root
run kata check streams-first --no-record --file "$repo/solutions/basics/streams-first/streams-first.cu"
status 5
err "'streams-first' cannot be tested here: NCCL could not start: no network"
err "hint: your file is not to blame"
no_out "elements of"
