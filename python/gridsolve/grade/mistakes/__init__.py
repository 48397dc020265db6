"""Mistakes that many make. Where one explains every answer of a module, the report can say what is wrong with it."""
