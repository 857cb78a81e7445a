"""
The program `python -m tools.mutants`; `command.py` says what it does.

Processes that tests start may execute this file again, under another name and by its path. So it imports nothing for
them, and nothing relative.
"""

if __name__ == "__main__":
    from tools.mutants.command import main

    main()
