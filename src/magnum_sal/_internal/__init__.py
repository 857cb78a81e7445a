"""Private building blocks of the library that do not depend on the game."""
