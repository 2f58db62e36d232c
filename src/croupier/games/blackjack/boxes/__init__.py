"""Rounds on boxes: Lucky 8 and Dueling 8's."""
