"""Complaints that are known, until what they name is mended: the list only shrinks.

A line of the list is a complaint up to its first semicolon.
"""
import os


def without(complaints, name):
    """What is not in the list, and lines of the list that nothing complains of any more."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    lines = open(path, encoding="utf-8").read().splitlines()
    left = [line for line in lines if line and not line.startswith("#")]
    heads = {complaint.partition(";")[0] for complaint in complaints}
    return [c for c in complaints if c.partition(";")[0] not in left] + \
        [f"{name}: nothing complains any more: {line}" for line in left if line not in heads]
