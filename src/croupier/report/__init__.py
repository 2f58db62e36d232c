"""Par sheets: everything about one game on one self-contained, printable page."""
