"""How good the parts are, measured on files of labelled rows; nothing of the product imports this folder."""
