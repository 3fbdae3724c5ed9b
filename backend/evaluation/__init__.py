"""Measures the parts of the product on files of labelled rows. The product never imports this package."""
