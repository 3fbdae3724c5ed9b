"""Measures the stages of the product on files of labelled rows. The product itself never imports this package."""
