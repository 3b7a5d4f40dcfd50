"""Triton's own caches: a folder for each source, of which the newest stay."""

import fcntl
import hashlib
import os
import shutil

KEPT = 40


def hold(path, how):
    """A folder's lock, as a descriptor; None if it is taken or not there."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    except FileNotFoundError:
        return None
    try:
        fcntl.flock(fd, how)
        if os.path.samestat(os.fstat(fd), os.stat(path)):
            return fd
    except (BlockingIOError, FileNotFoundError):
        pass
    os.close(fd)
    return None


def age(path):
    try:
        return os.path.getmtime(path)
    except FileNotFoundError:
        return 0


def drop_old(root):
    """Drops the oldest caches; a build that uses one holds its lock."""
    paths = [os.path.join(root, name) for name in os.listdir(root)]
    for path in sorted(paths, key=age)[:-KEPT]:
        fd = hold(path, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if fd is not None:
            shutil.rmtree(path, ignore_errors=True)
            os.close(fd)


def take(root, key):
    """The folder below root for a key, made if need be and held until this
    process ends. The oldest others go."""
    path = os.path.join(root, hashlib.sha256(key).hexdigest()[:32])
    held = None
    while held is None:
        os.makedirs(path, exist_ok=True)
        held = hold(path, fcntl.LOCK_SH)
    os.utime(path)
    drop_old(root)
    return path
