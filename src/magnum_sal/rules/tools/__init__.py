"""
The tools, one module each: rope, bucket and food have their own moves; the others change an action.

The tool cards are in ``box``. A tool with its own move has a ``RULE`` that ``standard`` lists.
"""
