# A machine whose times are known: it takes the settings of a real DataLoader, and
# tells what each step of an epoch would take. No worker is started.
import warnings

import torch
from kata_tests import Wrong
from torch.utils.data import DataLoader, SequentialSampler

# A DataLoader warns where it gets more workers than this machine has cores.
warnings.filterwarnings("ignore")
tensor, int32, loader_type = torch.tensor, torch.int32, DataLoader
in_order = SequentialSampler
RUNS = 20
START = 50000


class Samples:
    """A dataset that knows how many samples it has, and no more."""

    def __init__(self, count):
        self.count = count

    def __len__(self):
        return self.count

    def __getitem__(self, i):
        raise IndexError("this dataset is simulated: run(loader) runs an epoch")


def settings(loader, dataset):
    """Batch, workers, pinned; what cannot be simulated is told."""
    if not isinstance(loader, loader_type):
        raise Wrong("wrong-result", "that is no DataLoader, but a value of type "
                    f"{type(loader).__name__}", "DataLoader(dataset, ...)")
    if loader.dataset is not dataset:
        raise Wrong("wrong-result", "the loader has another dataset",
                    "DataLoader(dataset, ...): the one that tune() got")
    if loader.drop_last:
        raise Wrong("wrong-result", "drop_last leaves samples of each epoch out",
                    "leave drop_last=False, also while you measure")
    if loader.batch_size is None:
        raise Wrong("wrong-result", "the loader makes no batches",
                    "DataLoader(dataset, batch_size=...)")
    if not isinstance(loader.sampler, in_order) or loader.persistent_workers or \
            loader.prefetch_factor not in (None, 2):
        raise Wrong("wrong-result", "the loader has another setting that was "
                    "changed: shuffle, sampler, prefetch_factor or "
                    "persistent_workers", "batch_size, num_workers and pin_memory "
                    "are enough")
    return loader.batch_size, loader.num_workers, bool(loader.pin_memory)


def steps_of(batch, workers, pinned, machine):
    """For each step: us waiting, copying, launching, computing."""
    samples, load, each, fixed, copy, cores = machine
    now, ready, taken, steps = 0, [START] * workers, [], []
    # More workers than cores take turns on the cores.
    share = load * max(workers, cores)
    for k, first in enumerate(range(0, samples, batch)):
        size = min(batch, samples - first)
        wait = load * size
        if workers:
            # A worker has two batches at most that nobody has taken.
            asked = taken[k - 2 * workers] if k >= 2 * workers else 0
            w = k % workers
            ready[w] = max(ready[w], asked) + share * size // cores
            wait = max(0, ready[w] - now)
        now += wait
        taken.append(now)
        step = (wait, size * (copy // 4 if pinned else copy), fixed, each * size)
        now += sum(step[1:])
        steps.append(step)
    return steps


def epochs(dataset, machine):
    """Takes a loader, hands out the steps of its epoch. What it counts is in no
    closure, where the learner's file could change it."""
    steps, runs = None, 0
    while True:
        loader = yield steps
        runs += 1
        if runs > RUNS:
            raise Wrong("wrong-result", f"tune() has run more than {RUNS} epochs",
                        "change one setting at a time")
        steps = steps_of(*settings(loader, dataset), machine)


def loader_cases(learner, samples, load, each, fixed, copy, cores):
    machine = samples, load, each, fixed, copy, cores
    dataset = Samples(samples)
    play = epochs(dataset, machine)
    next(play)

    def run(loader):
        return play.send(loader)

    loader = learner.tune(dataset, run, cores)
    return tensor([int(v) for v in settings(loader, dataset)], dtype=int32)
