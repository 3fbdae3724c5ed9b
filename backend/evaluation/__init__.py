"""Measures the parts of the product on files of labelled rows; the product never imports this folder."""
