"""What happens to memory that big arrays leave behind.

Decides that the C library keeps some of it instead of giving it back. Must not know what is in it.

Note [Freed memory]
~~~~~~~~~~~~~~~~~~~
glibc gives the memory of big blocks back to the system when they are freed, and the next block of
the same size is fetched page by page: `x.sigmoid().sum().backward()` on 1e6 float32 takes 4,150 us
instead of 650. How much it keeps, glibc learns from the largest block that was freed, up to 32 MB.
So one such block is taken and freed here, untouched (25 us): from then on up to 64 MB that are free
at the end of the heap stay with the process, as after any program's first large array. Nothing is
learned where the environment fixes MALLOC_TRIM_THRESHOLD_ or its like, nor by other C libraries.
"""

from __future__ import annotations

import numpy as np

LARGEST = (32 << 20) - (1 << 16)  # with its header still below glibc's limit for learning


def keep_freed_memory() -> None:
    """Let the C library keep freed memory; see Note [Freed memory]."""
    np.empty(LARGEST, np.uint8)
