"""Upper bounds: no play can beat them."""
