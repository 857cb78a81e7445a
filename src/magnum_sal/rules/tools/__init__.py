"""
The tools, one module each: moves of their own (rope, bucket, food) or a change to an action (the others).

A tool comes into the game by its cards in ``box``, and a move of its own by the module's ``RULE`` in ``standard``.
"""
