"""What the other rooms are built with, and what knows nothing of the game; private to the library."""
