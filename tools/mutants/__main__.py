"""
Run the program `python -m tools.mutants`, which `command.py` describes.

Processes that tests start may execute this file again, by its path and under another name. For those processes the file
imports nothing, and it uses no relative import.
"""

if __name__ == "__main__":
    from tools.mutants.command import main

    main()
