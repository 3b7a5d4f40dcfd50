# rejected by: case (tries 0, 1, 2, 4, 8 workers)
# says: Numbers of workers are left out: when they are doubled, 3, 5, 6 and 7 are never tried. Count up from 0 by one, or halve the interval between a number that is too small and one that is enough.
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

    workers = 0
    while workers < cores and not is_good(BATCHES[-1], workers, True):
        workers = min(max(1, 2 * workers), cores)
    batch = next(b for b in BATCHES if is_good(b, workers, True))
    pinned = not is_good(batch, workers, False)
    return make(batch, workers, pinned)
