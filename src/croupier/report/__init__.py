"""Par sheets: everything about one game on one page that stands alone and prints well."""
