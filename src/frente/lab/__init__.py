"""Many games at once: simulation and measurement. Uses the kernel's interface and the opponents, names no game."""
