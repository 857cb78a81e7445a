"""The path by which ``mine.Mine`` and its spaces were imported first; they are in ``magnum_sal.mine``."""

from .mine import Chamber, Mine, Section

__all__ = ["Chamber", "Mine", "Section"]
