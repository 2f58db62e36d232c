"""Simulation: rounds by number, tallied by kernels that are written once and run on CPU threads or on CUDA.

The cards of a round depend on the seed and the number of the round alone, so it does not matter who deals which rounds,
and any one of them can be opened again and settled by the rules.
"""

import numpy as np

if not hasattr(np, "row_stack"):
    # Numba's CUDA asks NumPy for a name that newer ones have dropped; it must be there before that is imported.
    np.row_stack = np.vstack
