"""Ground: hexes, areas, points; reach, zones and supply."""
