"""`claimlight mcp`: Claimlight for assistants, over the Model Context Protocol on standard input and output (docs/mcp.md)."""
