"""`claimlight mcp`: offers Claimlight to assistants over the Model Context Protocol on standard input and output (docs/mcp.md)."""
