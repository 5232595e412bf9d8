"""Many games at once: simulation, experiments and measurement. Uses the kernel's interface and the opponents, names no
game.
"""


class LabError(Exception):
    """Something that the user can mend; the text says what and how."""
