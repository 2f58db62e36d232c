"""The workbench: what a variant changes, and which pay gives the edge that is wanted."""
