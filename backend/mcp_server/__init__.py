"""Offers Claimlight to assistants over the Model Context Protocol on standard input and output (docs/mcp.md).

The command `claimlight mcp` runs this package.
"""
