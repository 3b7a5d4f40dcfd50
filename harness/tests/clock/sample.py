# sample.py WHOLE.json SAMPLE.json: kernels of sample.cu, counted whole and by a
# sample. Fails if a counter differs by more than 2 %, what caches do by more
# than 3 % of the traffic, what loads wait for by more than 5 % of the loads
# (whose lines other blocks have pushed out is told by what went before), a time
# by more than 4 %; or if nothing was sampled.
import json
import sys

whole, sample = (json.load(open(p))['kernels'] for p in sys.argv[1:3])
BAR, CACHES, WAITS, TIME = 0.02, 0.03, 0.05, 0.04
# What DRAM does depends on what was written before, and does not scale: it is
# in the time, not counted here.
DRAM = {'dram_opens', 'dram_evicted'}
# Each counter against the largest of its unit.
AGAINST = {'l1_hits': 'gmem_sectors', 'l2_hits': 'gmem_sectors',
           'l2_sectors': 'gmem_sectors', 'l2_lines': 'gmem_lines',
           'dram_lines': 'gmem_lines', 'dram_read': 'bytes',
           'dram_write': 'bytes', 'l2_work': 'work',
           'l2_rounds': 'rounds', 'met_rounds': 'rounds',
           'dram_rounds': 'rounds', 'l2_loads': 'loads',
           'met_loads': 'loads', 'dram_loads': 'loads',
           'fresh_loads': 'loads'}
bad = sampled = 0
for a, b in zip(whole, sample):
    names = set(a['counters']) | set(b['counters'])
    ca, cb = ({k: c['counters'].get(k, 0) for k in names} for c in (a, b))
    total = {'gmem_sectors': ca.get('gmem_sectors', 0),
             'gmem_lines': ca.get('gmem_lines', 0),
             'bytes': ca.get('dram_read', 0) + ca.get('dram_write', 0),
             'work': ca.get('l2_work', 0),
             'rounds': ca.get('gmem_rounds', 0),
             'loads': ca.get('gmem_loads', 0)}
    off = {k: abs(cb[k] - v) / max(total.get(AGAINST.get(k), v), 1)
           for k, v in ca.items() if v != cb[k] and k not in DRAM}
    off['us'] = abs(b['us'] / a['us'] - 1)
    name = a['kernel'].split('(')[0]
    sampled += b['sampled'] < 1
    worst = max(off, key=off.get)
    print('%-34s %3.0f %% of the blocks: %-12s off by %.2f %%' %
          (name, 100 * b['sampled'], worst, 100 * off[worst]))
    bad += any(v > (WAITS if AGAINST.get(k) == 'loads' else
                    CACHES if k in AGAINST else TIME if k == 'us' else BAR)
               for k, v in off.items())
print('%d kernels, %d sampled, %d too far off' % (len(whole), sampled, bad))
sys.exit(bad > 0 or sampled < 5 or len(whole) != len(sample))
