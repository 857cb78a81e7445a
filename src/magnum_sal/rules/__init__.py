"""The rules of the game, one module per chapter; each module's first line names the rules that live in it."""
