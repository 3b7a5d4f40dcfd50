# rejected by: case (never tries all cores)
# says: The largest number of workers, `cores` itself, is never tried: range(cores) ends before it. Try 0 to cores, with both ends.
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

    for workers in range(cores):
        if is_good(BATCHES[-1], workers, True):
            break
    for batch in BATCHES:
        if is_good(batch, workers, True):
            break
    pinned = not is_good(batch, workers, False)
    return make(batch, workers, pinned)
