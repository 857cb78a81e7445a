"""
The tools, one module each: rope, bucket and food have moves of their own, the others change an action.

A tool's cards are in ``box``. A tool with a move of its own has a ``RULE`` that ``standard`` lists.
"""
