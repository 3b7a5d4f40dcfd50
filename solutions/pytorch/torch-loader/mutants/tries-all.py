# rejected by: trap wrong-result (an epoch for every combination)
from torch.utils.data import DataLoader

BATCHES = [16, 32, 64, 128, 256]


def utilisation(steps):
    # The first step waits for the workers to start: once for each epoch.
    steady = steps[1:]
    return sum(step[3] for step in steady) / sum(map(sum, steady))


def tune(dataset, run, cores):
    def make(batch, workers, pinned):
        return DataLoader(dataset, batch_size=batch, num_workers=workers,
                          pin_memory=pinned)

    def is_good(*settings):
        return utilisation(run(make(*settings))) >= 0.9

    good = [(w, b, p) for w in range(cores + 1) for b in BATCHES
            for p in (False, True) if is_good(b, w, p)]
    workers, batch, pinned = min(good)
    return make(batch, workers, pinned)
