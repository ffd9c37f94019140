"""A toy rule system, three_stones: a folder beside the site that proves the seam (L9).

Everybody has stones. Who acts throws a sign with somebody; the loser of a throw may lose a stone. The rules
are small, but have each kind of step: an order of all, a throw of two, choices, dice, and chains of them.
"""
