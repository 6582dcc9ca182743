"""How often a seeded test repeats, as in rounds.hpp: HARDMAX_TEST_SCALE (default 1) multiplies it."""
import os


def scale():
    try:
        given = float(os.environ.get("HARDMAX_TEST_SCALE", 1))
    except ValueError:
        return 1
    return given if given > 0 else 1


def rounds(count):
    """An argument of a command line: so many, times the scale."""
    return max(1, int(int(count) * scale()))


def every(step):
    """An argument of a command line: every so manieth, more seldom at a small scale."""
    return max(1, int(int(step) / scale()))
