"""The map workshop: from geography to the hexes of a component pack, repeatable and explained."""
