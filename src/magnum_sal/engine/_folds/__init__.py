"""
What each built-in event does to the table, one function an event, by what is moved.

A fold writes to the draft of the next state. It knows no rule and never asks why; but nothing comes from nowhere: an
event that takes away more than there is, or puts a card where one lies, is refused.
"""
