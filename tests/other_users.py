"""What tests share that become other users."""

import os
import shutil
import tempfile

STRANGER, ANOTHER = 65534, 65533


def for_others(test, *files):
    """Copies of programs and files that every user may run and read, until the test ends: the sources may lie where
    others cannot look."""
    folder = tempfile.TemporaryDirectory()
    test.addCleanup(folder.cleanup)
    os.chmod(folder.name, 0o755)
    copies = [shutil.copy(file, folder.name) for file in files]
    for copy in copies:
        os.chmod(copy, 0o755)
    return copies
