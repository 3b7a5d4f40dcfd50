#!/usr/bin/env bash
# A record with many attempts at all exercises of a curriculum, made up: times
# that fall, failures, gates, reviews, and sources of 2000 bytes.
#
#   KATA_ROOT=... many_attempts.sh DB ATTEMPTS [VERSIONS]
#
# DB was made by a kata, which need not know more than its schema. VERSIONS: a
# file of exercise, tab, version, for passes that are not stale.
set -eu
db=$1 count=$2 versions=${3:-/dev/null}
ids=$(mktemp)
trap 'rm -f "$ids"' EXIT
ls -d "${KATA_ROOT:?}"/exercises/*/* | sed 's|.*/||' >"$ids"
now=$(date -d "${KATA_NOW:-now}" +%s)
sqlite3 "$db" <<SQL
PRAGMA synchronous = OFF;
BEGIN;
CREATE TEMP TABLE id(name TEXT);
CREATE TEMP TABLE v(name TEXT PRIMARY KEY, version TEXT);
.mode tabs
.import $ids id
.import $versions v
CREATE TEMP TABLE n(i INTEGER PRIMARY KEY);
WITH RECURSIVE c(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM c
                        WHERE i + 1 < $count) INSERT INTO n SELECT i FROM c;
-- A frame of zstd with one raw block: 2000 bytes as they are.
CREATE TEMP TABLE text(k INTEGER, body TEXT);
INSERT INTO text SELECT k, substr('// ' || name || ', attempt ' || k ||
  char(10) || '__global__ void kernel(const float *in, float *out, int n) {' ||
  char(10) || '    if (threadIdx.x < n && in) out[0] = "<&>"[0];' || char(10) ||
  '}' || char(10) || hex(zeroblob(1000)), 1, 2000)
  FROM id, (SELECT 0 AS k UNION ALL SELECT 1);
INSERT OR IGNORE INTO source SELECT 'made-up-' || rowid, 2000,
  CAST(x'28B52FFDA0D0070000813E00' || body AS BLOB) FROM text;
INSERT INTO attempt(at, exercise, verdict, stage, device, backend, modelled,
                    summary, version, harness, source, seed, seconds,
                    median_us, lo_us, hi_us)
SELECT CAST($now - 380 * 86400.0 * ($count - i) / $count * (0.6 + i % 7 / 17.0)
            AS INTEGER),
  name, CASE WHEN i * 31 / 7 % 3 > 0 THEN 'pass' WHEN i % 5 = 0 THEN 'build'
             ELSE 'fail' END,
  CASE WHEN i * 31 / 7 % 3 > 0 THEN 'done' ELSE 'correct' END,
  CASE i % 2 WHEN 0 THEN 'NVIDIA H200' ELSE 'NVIDIA H200 (simulated)' END,
  CASE i % 2 WHEN 0 THEN 'gpu' ELSE 'sim' END, i % 2,
  CASE WHEN i * 31 / 7 % 3 > 0 THEN 'every case is right, every gate passed'
       ELSE 'wrong in 3 of 12 cases: rows=1023 cols=65' END,
  coalesce((SELECT version FROM v WHERE v.name = id.name), 'made up'), 'test',
  'made-up-' || (1 + abs(i * 7919) % (SELECT count(*) FROM text)), i, 1.5,
  t, t * 0.99, t * 1.01
FROM (SELECT i, i % (SELECT count(*) FROM id) + 1 AS which,
      (40 + 400.0 * (i * 7919 % 100) / 100) * (1 + 3.0 * ($count - i) / $count)
      AS t FROM n) JOIN id ON id.rowid = which;
INSERT OR IGNORE INTO attempt_gate SELECT id, 0, 'bandwidth', 'copy', verdict,
  0.95 - 0.4 * (id % 11) / 11, 0.8, '82 % of copy (3600 GB/s)' FROM attempt;
INSERT INTO attempt_gate SELECT id, 1, 'fraction_of_cublas', NULL, verdict,
  0.9 - 0.4 * (id % 7) / 7, 0.6, '' FROM attempt WHERE id % 3 = 0;
INSERT INTO attempt_case SELECT id, 0, 'rows=1023 cols=65', 'fail',
  '12 of 66495 wrong; out[3][17]: expected 0.5, got 0.25 (transposed)', id
  FROM attempt WHERE verdict = 'fail';
COMMIT;
SQL
