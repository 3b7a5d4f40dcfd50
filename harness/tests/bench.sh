#!/usr/bin/env bash
# make bench: the times that kata promises, each as the median of a few runs,
# with the bar beside it. Prints; judges nothing: machines are shared and noisy.
#
#   bench.sh KATA
set -eu
kata=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export KATA_ROOT="$root" KATA_WORK="$tmp/work" KATA_DB="$tmp/progress.db"
va="$root/solutions/basics/vector-add/vector-add.cu"
[ -f "$va" ] || va=$(ls "$root"/solutions/basics/vector-add/*.cu | head -1)
nvcc=${KATA_NVCC:-$(command -v nvcc || echo "$root/.build/toolkit/bin/nvcc")}

# Runs a command n times; prints the median seconds. Its output is dropped; its
# status too: a wrong kernel takes time like a right one.
median() {
    n=$1
    shift
    for _ in $(seq "$n"); do
        a=$EPOCHREALTIME
        "$@" >/dev/null 2>&1 || true
        b=$EPOCHREALTIME
        echo "$a $b" | awk '{printf "%.4f\n", $2 - $1}'
    done | sort -n | awk '{v[NR] = $1} END {print v[int((NR + 1) / 2)]}'
}
row() { printf '%-52s %9s   %s\n' "$1" "$2" "$3"; }

# A copy whose content is new every time: nothing of it is cached.
fresh_check() {
    cp "$va" "$tmp/fresh.cu"
    echo "// $RANDOM $EPOCHREALTIME" >>"$tmp/fresh.cu"
    "$kata" check vector-add --on sim --no-record --file "$tmp/fresh.cu"
}
compile_only() {
    cp "$va" "$tmp/only.cu"
    echo "// $RANDOM $EPOCHREALTIME" >>"$tmp/only.cu"
    "$nvcc" -c -std=c++17 -O3 -o "$tmp/only.o" "$tmp/only.cu"
}
same_check() {
    "$kata" check vector-add --on sim --no-record --file "$va"
}

row "what" "median s" "bar"
same_check >/dev/null 2>&1 || true # builds what every check shares
c=$(median 5 compile_only)
f=$(median 5 fresh_check)
s=$(median 7 same_check)
bar=$(echo "$c" | awk '{printf "%.2f", 1.3 * $1 + 0.5}')
row "nvcc -c of vector-add" "$c" ""
row "kata check vector-add, changed (simulated)" "$f" "$bar = 1.3 x nvcc -c + 0.5"
row "kata check vector-add, unchanged" "$s" "0.50"

"$kata" start micro-12-week >/dev/null
sqlite3 "$KATA_DB" "
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000)
  INSERT INTO attempt(at, exercise, verdict, stage, device, backend, modelled,
                      summary, version, harness, seed, median_us)
  SELECT 1700000000 + i * 60,
         CASE i % 4 WHEN 0 THEN 'saxpy' WHEN 1 THEN 'transpose'
                    WHEN 2 THEN 'reduce-grid' ELSE 'vector-add' END,
         CASE i % 3 WHEN 0 THEN 'pass' ELSE 'fail' END, 'done', 'bench', 'sim',
         1, '', 'bench', '0', i, 10 + i % 17 FROM n;
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10000)
  INSERT INTO review(at, exercise, grade, day, stability, difficulty)
  SELECT 1700000000 + i * 600, CASE i % 2 WHEN 0 THEN 'saxpy' ELSE 'transpose'
         END, 1 + i % 4, 19675 + i / 144, 10, 5 FROM n;
  INSERT INTO memory SELECT DISTINCT exercise, 10, 5, 19744, 19754, 5000, 100
  FROM review;"
# Once aloud: what follows times commands that work.
"$kata" next >/dev/null
"$kata" progress | grep -q stale || { echo "no attempts?" >&2; exit 1; }
"$kata" today >/dev/null
for verb in next today week progress review; do
    row "kata $verb, 100 000 attempts, 10 000 reviews" \
        "$(median 11 "$kata" $verb)" "0.05"
done

# All exercises, and the page of them.
rm -f "$KATA_DB"*
"$kata" start micro-12-week >/dev/null
bash "$root/harness/tests/many_attempts.sh" "$KATA_DB" 100000
row "kata dashboard, 100 000 attempts" \
    "$(median 5 "$kata" dashboard --out "$tmp/page.html")" "2.0"
row "  its page, MB" \
    "$(wc -c <"$tmp/page.html" | awk '{printf "%.2f", $1 / 1e6}')" "3.0"

# The simulated device alone: matmul-naive at 512^3, checks and counters on.
cat >"$tmp/mm.cu" <<'CU'
#include <chrono>
#include <cstdio>
#include <cuda_runtime.h>
__global__ void matmul(const float *a, const float *b, float *c, int n) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || col >= n) return;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
}
int main() {
    int n = 512;
    float *a, *b, *c;
    cudaMalloc(&a, n * n * 4);
    cudaMalloc(&b, n * n * 4);
    cudaMalloc(&c, n * n * 4);
    cudaMemset(a, 0, n * n * 4);
    cudaMemset(b, 0, n * n * 4);
    auto t = std::chrono::steady_clock::now();
    matmul<<<dim3(16, 64), dim3(32, 8)>>>(a, b, c, n);
    cudaDeviceSynchronize();
    std::chrono::duration<double> s = std::chrono::steady_clock::now() - t;
    printf("wall %.3f\n", s.count());
}
CU
for _ in 1 2 3; do "$kata" sim "$tmp/mm.cu" 2>/dev/null; done |
    awk '/^wall/ {print $2}' | sort -n | awk '{v[NR] = $1} END {print v[2]}' \
    >"$tmp/mm"
row "matmul-naive 512^3 on the simulated device" "$(cat "$tmp/mm")" "3.0"
