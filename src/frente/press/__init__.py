"""A game on paper and in other programs: pages to print, a JSON description, a VASSAL module."""
