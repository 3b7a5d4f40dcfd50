# Files that are none, names that a shell would run, and headers without an end.
. "$REGRESS/lib.sh"
need_nvcc

mkfifo pipe.cu
for file in pipe.cu /dev/zero; do
    run timeout 10 "$KATA" check copy --file "$file"
    status 2
    err "is no regular file"
done
run timeout 10 "$KATA" sim pipe.cu
status 2

# nvcc hands paths to a shell.
folder='a `touch ran`'
mkdir "$folder"
cp "$KATA_ROOT"/solutions/*/copy/copy.cu "$folder/copy.cu" 2>/dev/null ||
    echo '__global__ void k() {}' >"$folder/copy.cu"
cd "$folder" || fail "no folder"
run kata check copy --file copy.cu
err 'has the character `'
[ ! -e ran ] && [ ! -e ../ran ] || fail "the name of a folder was run"
cd ..

# kata reads headers as well, for the key of its cache.
echo '#include "pipe.h"' >pipe_in.cu
mkfifo pipe.h
KATA_COMPILE_S=3 run timeout 60 "$KATA" check copy --file pipe_in.cu
[ "$last_status" -ne 0 ] && [ "$last_status" -ne 124 ] ||
    fail "a pipe as a header: $last_status"
echo ok

# A header that an exercise forbids is found in a second check as in the first:
# what the compiler made of the file is not taken from a cache then.
cat >adds.cu <<'END2'
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void add(const float *in, float *out, int n) {
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += 32)
        sum += in[i];
    sum = cg::reduce(warp, sum, cg::plus<float>());
    if (threadIdx.x == 0) *out = sum;
}
void sum(const float *in, float *out, int n) { add<<<1, 32>>>(in, out, n); }
END2
for _ in 1 2; do
    KATA_ROOT="$REGRESS/../../.." run kata check reduce-shuffle --file adds.cu \
        --no-record
    status 3
    out "the file leaves the work to cooperative_groups/reduce.h"
done
